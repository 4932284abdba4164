#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/spirv/assembly/assemble.h>

namespace jacquard::driver {

std::optional<std::string> module_of_assembly(std::string_view text, Diagnostics& diagnostics,
                                              const Limits& limits) {
    spirv::AssembleOptions options;
    options.limits = limits;
    return spirv::assemble(text, diagnostics, options);
}

CompileResult compile_shader(std::string_view content, InputForm form,
                             const spirv::TranslateOptions& translation, const VariantKey& key,
                             Diagnostics& diagnostics, CompileObserver* observer,
                             const Limits& limits) {
    switch (form) {
    case InputForm::tgsi: return compile_tgsi(content, key, diagnostics, observer, limits);
    case InputForm::nir: return compile_nir(content, key, diagnostics, observer, limits);
    case InputForm::spirv:
        return compile_spirv(content, translation, key, diagnostics, observer, limits).compiled;
    case InputForm::assembly:
        if (spirv::is_assembly(content)) {
            const auto module = module_of_assembly(content, diagnostics, limits);
            if (module) {
                return compile_spirv(*module, translation, key, diagnostics, observer, limits)
                    .compiled;
            }
            return stopped<CompileResult>(diagnostics);
        }
        break;
    case InputForm::words: break;
    }
    report_no_shader(diagnostics);
    return stopped<CompileResult>(diagnostics);
}

} // namespace jacquard::driver
