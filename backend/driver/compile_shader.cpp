#include <jacquard/driver/compile_shader.h>
#include <jacquard/driver/compile_spirv.h>

namespace jacquard::driver {

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
    case InputForm::words: break;
    }
    report_no_shader(diagnostics);
    CompileResult result;
    result.status = CompileStatus::malformed;
    result.reason = diagnostics.all().back().message;
    return result;
}

} // namespace jacquard::driver
