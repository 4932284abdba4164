#include <jacquard/driver/load_nir.h>
#include <jacquard/driver/pipeline.h>
#include <jacquard/nir/parser.h>
#include <jacquard/tgsi/parse.h>
#include <jacquard/tgsi/translate.h>

namespace jacquard::driver {

namespace {

NirResult stopped(CompileStatus status, const Diagnostics& diagnostics) {
    NirResult result;
    result.status = status;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error) {
            result.reason = diagnostic.message;
            break;
        }
    }
    return result;
}

} // namespace

NirResult load_nir(std::string_view text, SourceLanguage language, bool precise,
                   Diagnostics& diagnostics) {
    NirResult result;
    if (language == SourceLanguage::nir) {
        result.shader = nir::parse(text, diagnostics);
        if (result.shader == nullptr) {
            return stopped(CompileStatus::malformed, diagnostics);
        }
    } else {
        const std::optional<tgsi::Program> program = tgsi::parse(text, diagnostics);
        if (!program) {
            return stopped(CompileStatus::malformed, diagnostics);
        }
        tgsi::TranslateOptions options;
        options.precise = precise;
        tgsi::TranslateResult translated = tgsi::translate_to_nir(*program, options, diagnostics);
        if (translated.status != tgsi::TranslateStatus::translated) {
            return stopped(translated.status == tgsi::TranslateStatus::not_supported
                               ? CompileStatus::refused
                               : CompileStatus::malformed,
                           diagnostics);
        }
        result.shader = std::move(translated.shader);
    }
    std::string report = run_pipeline(*result.shader, {});
    if (!report.empty()) {
        report = "a pass broke the shader: " + report;
        diagnostics.error("D101", {}, report);
        result.reason = std::move(report);
        result.shader = nullptr;
        return result;
    }
    result.status = CompileStatus::compiled;
    return result;
}

} // namespace jacquard::driver
