#include <jacquard/generated/pipelines/front_end.h>
#include <jacquard/library/frontend/front_end.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/library/frontend/load_with_loops.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/library/frontend/within_memory.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/control_flow/kept_loops.h>
#include <jacquard/passes/util/find_recursion.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/images/combined_samplers.h>
#include <jacquard/spirv/translate/translate.h>

#include <utility>

namespace jacquard::driver {

std::string lower_from_spirv(nir::Shader& shader, SpirvResult& facts,
                             std::span<const SetBinding> combined, const PassListener& listener) {
    FrontEnd front_end(shader, facts, combined, listener);
    pipelines::front_end(front_end);
    return front_end.passes().report();
}

namespace {

// A function that is still called once functions have taken the place of their calls.
const nir::Function* called_function(const nir::Shader& shader) {
    if (!shader.may_have_calls()) {
        return nullptr;
    }
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            if (const auto* call = instruction.as<nir::CallInstruction>()) {
                return call->callee;
            }
        }
    }
    return nullptr;
}

SpirvResult load(std::string_view bytes, const spirv::TranslateOptions& options,
                 Diagnostics& diagnostics, const PassListener& listener, bool keeps_loops) {
    SpirvResult result;
    const std::optional<spirv::Module> module =
        spirv::read_module(bytes, diagnostics, options.limits);
    if (!module) {
        result.nir = stopped<NirResult>(diagnostics);
        return result;
    }
    spirv::TranslateResult translated = spirv::translate_to_nir(*module, options, diagnostics);
    if (translated.status != spirv::TranslateStatus::translated) {
        result.nir = stopped<NirResult>(diagnostics);
        return result;
    }
    result.nir.shader = std::move(translated.shader);
    nir::Shader& shader = *result.nir.shader;
    if (keeps_loops) {
        shader.info.set_property(nir::kKeepsLoopsProperty, {1});
    }
    if (const nir::Function* recursive = nir::find_recursion(shader)) {
        diagnostics.error("S203", {},
                          "the function " + std::string(recursive->name) + " calls itself");
        result.nir = stopped<NirResult>(diagnostics);
        return result;
    }
    if (listener) {
        listener("translate", shader);
    }
    std::string report;
#ifndef NDEBUG
    report = nir::validation_report(shader, "the translation from SPIR-V");
#endif
    if (report.empty()) {
        std::vector<SetBinding> combined;
        for (const auto& [set, binding] : spirv::combined_samplers(*module)) {
            combined.push_back({set, binding});
        }
        report = lower_from_spirv(shader, result, combined, listener);
    }
    if (const nir::Function* called = called_function(shader); report.empty() && called) {
        diagnostics.error("S204", {},
                          "the shader becomes too large, or nests too deeply, where its functions "
                          "take the place of their calls; '" +
                              std::string(called->name.substr(0, called->name.find('('))) +
                              "' is one of them");
        result.nir = stopped<NirResult>(diagnostics);
        return result;
    }
    if (report.empty()) {
        report = run_pipeline(result.nir.shader, listener); // which may move it
    }
    if (!report.empty()) {
        report = "a pass broke the shader: " + report;
        diagnostics.error("D101", {}, report);
        result.nir.reason = std::move(report);
        result.nir.shader = nullptr;
        return result;
    }
    result.nir.status = CompileStatus::compiled;
    return result;
}

SpirvResult load_within_limits(std::string_view bytes, const spirv::TranslateOptions& options,
                               Diagnostics& diagnostics, const PassListener& listener,
                               bool keeps_loops) {
    auto loaded = within_memory(diagnostics, options.limits, [&] {
        return load(bytes, options, diagnostics, listener, keeps_loops);
    });
    if (loaded) {
        return std::move(*loaded);
    }
    SpirvResult result;
    result.nir = stopped<NirResult>(diagnostics);
    return result;
}

} // namespace

SpirvResult load_spirv(std::string_view bytes, const spirv::TranslateOptions& options,
                       Diagnostics& diagnostics, const PassListener& listener) {
    return load_within_limits(bytes, options, diagnostics, listener, false);
}

SpirvResult load_spirv_with_loops(std::string_view bytes, const spirv::TranslateOptions& options,
                                  Diagnostics& diagnostics) {
    return load_within_limits(bytes, options, diagnostics, {}, true);
}

} // namespace jacquard::driver
