#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include <new>
#include <stdexcept>

namespace jacquard::driver {

namespace {

NirResult stopped(CompileStatus status, const Diagnostics& diagnostics) {
    NirResult result;
    result.status = reported_limit(diagnostics) ? CompileStatus::too_large : status;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error) {
            result.reason = diagnostic.message;
            break;
        }
    }
    return result;
}

// False after a fault of a pass, which its report tells.
bool keep_unless_broken(NirResult& result, const std::string& report, Diagnostics& diagnostics) {
    if (report.empty()) {
        return true;
    }
    result.status = CompileStatus::failed;
    result.reason = "a pass broke the shader: " + report;
    diagnostics.error("D101", {}, result.reason);
    result.shader = nullptr;
    return false;
}

NirResult load(std::string_view text, SourceLanguage language, bool precise,
               Diagnostics& diagnostics, const Limits& limits) {
    NirResult result;
    if (language == SourceLanguage::nir) {
        result.shader = nir::parse(text, diagnostics, limits);
        if (result.shader == nullptr) {
            return stopped(CompileStatus::malformed, diagnostics);
        }
    } else {
        const std::optional<tgsi::Program> program = tgsi::parse(text, diagnostics, limits);
        if (!program) {
            return stopped(CompileStatus::malformed, diagnostics);
        }
        tgsi::TranslateResult translated =
            tgsi::translate_to_nir(*program, {precise, limits}, diagnostics);
        if (translated.status != tgsi::TranslateStatus::translated) {
            return stopped(translated.status == tgsi::TranslateStatus::not_supported
                               ? CompileStatus::refused
                               : CompileStatus::malformed,
                           diagnostics);
        }
        result.shader = std::move(translated.shader);
    }
    if (!keep_unless_broken(result, run_pipeline(result.shader, {}), diagnostics)) {
        return result;
    }
    // From here on, the memory that the caller uses for the shader is not counted.
    result.shader->arena.charge_to(nullptr);
    result.status = CompileStatus::compiled;
    return result;
}

} // namespace

NirResult load_nir(std::string_view text, SourceLanguage language, bool precise,
                   Diagnostics& diagnostics, const Limits& limits) {
    try {
        return load(text, language, precise, diagnostics, limits);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
    } catch (const std::length_error&) {
        report_out_of_memory(diagnostics, std::bad_alloc(), limits);
    }
    return stopped(CompileStatus::too_large, diagnostics);
}

void apply_state(NirResult& loaded, const VariantKey& key, Diagnostics& diagnostics) {
    if (loaded.status != CompileStatus::compiled) {
        return;
    }
    try {
        keep_unless_broken(loaded,
                           nir::apply_state(*loaded.shader, key.state,
                                            {key.feeds == ir3::NextStage::rasteriser, key.precise}),
                           diagnostics);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, {});
        loaded = stopped(CompileStatus::too_large, diagnostics);
    }
}

} // namespace jacquard::driver
