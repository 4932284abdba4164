#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/load_with_loops.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/library/frontend/within_memory.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/passes/control_flow/kept_loops.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include <utility>

namespace jacquard::driver {

namespace {

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
               Diagnostics& diagnostics, const Limits& limits, bool keeps_loops) {
    NirResult result;
    if (language == SourceLanguage::nir) {
        result.shader = nir::parse(text, diagnostics, limits);
        if (result.shader == nullptr) {
            return stopped<NirResult>(diagnostics);
        }
    } else {
        const std::optional<tgsi::Program> program = tgsi::parse(text, diagnostics, limits);
        if (!program) {
            return stopped<NirResult>(diagnostics);
        }
        tgsi::TranslateResult translated =
            tgsi::translate_to_nir(*program, {precise, limits}, diagnostics);
        if (translated.status != tgsi::TranslateStatus::translated) {
            return stopped<NirResult>(diagnostics);
        }
        result.shader = std::move(translated.shader);
    }
    if (keeps_loops) {
        result.shader->info.set_property(nir::kKeepsLoopsProperty, {1});
    }
    if (!keep_unless_broken(result, run_pipeline(result.shader, {}), diagnostics)) {
        return result;
    }
    // From here on, the memory that the caller uses for the shader is not counted.
    result.shader->arena.charge_to(nullptr);
    result.status = CompileStatus::compiled;
    return result;
}

NirResult load_within_limits(std::string_view text, SourceLanguage language, bool precise,
                             Diagnostics& diagnostics, const Limits& limits, bool keeps_loops) {
    auto result = within_memory(diagnostics, limits, [&] {
        return load(text, language, precise, diagnostics, limits, keeps_loops);
    });
    return result ? std::move(*result) : stopped<NirResult>(diagnostics);
}

} // namespace

NirResult load_nir(std::string_view text, SourceLanguage language, bool precise,
                   Diagnostics& diagnostics, const Limits& limits) {
    return load_within_limits(text, language, precise, diagnostics, limits, false);
}

NirResult load_nir_with_loops(std::string_view text, SourceLanguage language, bool precise,
                              Diagnostics& diagnostics, const Limits& limits) {
    return load_within_limits(text, language, precise, diagnostics, limits, true);
}

void apply_state(NirResult& loaded, const VariantKey& key, Diagnostics& diagnostics) {
    if (loaded.status != CompileStatus::compiled) {
        return;
    }
    const auto is_kept = within_memory(diagnostics, {}, [&] {
        return keep_unless_broken(
            loaded,
            nir::apply_state(*loaded.shader, key.state,
                             {key.feeds == ir3::NextStage::rasteriser, key.precise}),
            diagnostics);
    });
    if (!is_kept) {
        loaded = stopped<NirResult>(diagnostics);
    }
}

} // namespace jacquard::driver
