#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/facade/load_shader.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/library/frontend/load_with_loops.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/spirv/assembly/assemble.h>

namespace jacquard::driver {

SpirvResult load_shader(std::string_view content, const spirv::TranslateOptions& translation,
                        bool precise, Diagnostics& diagnostics, const Limits& limits,
                        const PassListener& listener, Loops loops) {
    spirv::TranslateOptions limited = translation;
    limited.limits = limits;
    const auto load_module = [&](std::string_view bytes) {
        return loops == Loops::kept ? load_spirv_with_loops(bytes, limited, diagnostics)
                                    : load_spirv(bytes, limited, diagnostics, listener);
    };
    const auto load_text = [&](SourceLanguage language) {
        SpirvResult result;
        result.nir = loops == Loops::kept
                         ? load_nir_with_loops(content, language, precise, diagnostics, limits)
                         : load_nir(content, language, precise, diagnostics, limits);
        return result;
    };
    switch (detect_form(content)) {
    case InputForm::spirv: return load_module(content);
    case InputForm::tgsi: return load_text(SourceLanguage::tgsi);
    case InputForm::nir: return load_text(SourceLanguage::nir);
    case InputForm::assembly:
        if (spirv::is_assembly(content)) {
            if (const auto module = module_of_assembly(content, diagnostics, limits)) {
                return load_module(*module);
            }
            break;
        }
        report_no_shader(diagnostics);
        break;
    case InputForm::words: report_no_shader(diagnostics); break;
    }
    SpirvResult result;
    result.nir = stopped<NirResult>(diagnostics);
    return result;
}

} // namespace jacquard::driver
