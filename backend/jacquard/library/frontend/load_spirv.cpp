#include <jacquard/generated/passes/assign_io_locations.h>
#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/generated/passes/dead_functions.h>
#include <jacquard/generated/passes/dead_variables.h>
#include <jacquard/generated/passes/inline_calls.h>
#include <jacquard/generated/passes/lower_array_derefs_of_vectors.h>
#include <jacquard/generated/passes/lower_explicit_io.h>
#include <jacquard/generated/passes/lower_global_variables_to_local.h>
#include <jacquard/generated/passes/lower_indirect_derefs.h>
#include <jacquard/generated/passes/lower_io.h>
#include <jacquard/generated/passes/lower_io_to_temporaries.h>
#include <jacquard/generated/passes/lower_opaque_derefs.h>
#include <jacquard/generated/passes/lower_returns.h>
#include <jacquard/generated/passes/lower_system_values.h>
#include <jacquard/generated/passes/lower_variable_copies.h>
#include <jacquard/generated/passes/lower_variables_to_explicit_types.h>
#include <jacquard/generated/passes/optimise_derefs.h>
#include <jacquard/generated/passes/registers_to_ssa.h>
#include <jacquard/generated/passes/remove_dead_derefs.h>
#include <jacquard/generated/passes/simplify.h>
#include <jacquard/generated/passes/split_variable_copies.h>
#include <jacquard/generated/passes/split_variables.h>
#include <jacquard/generated/passes/variables_to_ssa.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/pass_runner.h>
#include <jacquard/passes/util/find_recursion.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/images/combined_samplers.h>
#include <jacquard/spirv/translate/translate.h>

#include <algorithm>

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

std::vector<VaryingFacts> varyings_of(const nir::Shader& shader, nir::VariableMode mode) {
    std::vector<VaryingFacts> varyings;
    for (const nir::Variable& variable : shader.variables()) {
        if (variable.mode == mode) {
            const nir::Type* inner = variable.type->without_arrays();
            const std::uint64_t slots =
                variable.compact ? (variable.type->scalar_count + 3) / 4 : variable.type->slots();
            varyings.push_back({variable.semantic, variable.semantic_index,
                                variable.driver_location, static_cast<std::uint32_t>(slots),
                                variable.component, inner->scalar});
        }
    }
    return varyings;
}

// Whether an element of an input of vertices or fragments is chosen by a value: machines read these
// at known places only.
bool chooses_inputs(const nir::Shader& shader) {
    if (shader.info.stage != nir::Stage::vertex && shader.info.stage != nir::Stage::fragment) {
        return false;
    }
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* deref = instruction.as<nir::DerefInstruction>();
            if (deref != nullptr && deref->has_index() &&
                deref->modes == nir::VariableMode::shader_in &&
                nir::constant_components(*deref->index.ssa).empty()) {
                return true;
            }
        }
    }
    return false;
}

// Modules whose 64-bit inputs take one location each say where they overlap; they get locations of
// their own, in order.
bool separate_inputs(nir::Shader& shader) {
    std::vector<nir::Variable*> inputs;
    for (nir::Variable& variable : shader.variables()) {
        if (variable.mode == nir::VariableMode::shader_in && variable.location >= 0) {
            inputs.push_back(&variable);
        }
    }
    std::stable_sort(
        inputs.begin(), inputs.end(),
        [](const nir::Variable* a, const nir::Variable* b) { return a->location < b->location; });
    bool overlap = false;
    for (std::size_t i = 1; i < inputs.size(); ++i) {
        const nir::Variable& before = *inputs[i - 1];
        overlap = overlap || (before.location != inputs[i]->location &&
                              static_cast<std::uint64_t>(before.location) + before.type->slots() >
                                  static_cast<std::uint64_t>(inputs[i]->location));
    }
    if (shader.info.stage != nir::Stage::vertex || !overlap) {
        return false;
    }
    std::int32_t next = 0;
    for (nir::Variable* input : inputs) {
        input->location = next;
        next += static_cast<std::int32_t>(input->type->slots());
    }
    return true;
}

} // namespace

std::string lower_from_spirv(nir::Shader& shader, SpirvResult& facts,
                             std::span<const SetBinding> combined, const PassListener& listener) {
    using nir::Shader;
    nir::PassRunner lowering(shader);
    lowering.tell(listener);
    // One function.
    lowering.run("lower_returns", nir::lower_returns);
    lowering.run("registers_to_ssa", nir::registers_to_ssa);
    if (shader.first_function != shader.last_function) {
        // What is small is copied to each of its calls, instead of growing small in each copy.
        lowering.run("variables_to_ssa", nir::variables_to_ssa);
        lowering.run("simplify", nir::simplify);
    }
    lowering.run("inline_calls", nir::inline_calls, {});
    lowering.run("dead_functions", nir::dead_functions);
    lowering.run("optimise_derefs", nir::optimise_derefs);
    lowering.run("dead_code", nir::dead_code);
    lowering.run("dead_variables", nir::dead_variables, {});
    // Variables of the shader's own become values.
    const bool chooses = chooses_inputs(shader);
    lowering.run("lower_io_to_temporaries", nir::lower_io_to_temporaries, {.inputs = chooses});
    lowering.run("split_variable_copies", nir::split_variable_copies);
    lowering.run("lower_variable_copies", nir::lower_variable_copies);
    if (chooses) {
        // What is interpolated is no copy.
        lowering.run("lower_indirect_derefs", nir::lower_indirect_derefs,
                     {.modes = nir::VariableMode::shader_in});
    }
    lowering.run("lower_global_variables_to_local", nir::lower_global_variables_to_local);
    lowering.run("lower_array_derefs_of_vectors", nir::lower_array_derefs_of_vectors);
    lowering.run("split_variables", nir::split_variables);
    lowering.run("variables_to_ssa", nir::variables_to_ssa);
    lowering.run("dead_code", nir::dead_code);
    lowering.run("dead_variables", nir::dead_variables, {});
    // What comes from outside is reached by number, slot and offset.
    lowering.run("number_resources", [&](Shader& s) {
        facts.resources = number_resources(s, combined);
        return true;
    });
    lowering.run("lower_opaque_derefs", nir::lower_opaque_derefs);
    lowering.run("lower_variables_to_explicit_types", nir::lower_variables_to_explicit_types, {});
    lowering.run("lower_explicit_io", nir::lower_explicit_io, {});
    lowering.run("lower_system_values", nir::lower_system_values, {.derive_compute = true});
    lowering.run("separate_inputs", separate_inputs);
    lowering.run("assign_io_locations", nir::assign_io_locations);
    facts.inputs = varyings_of(shader, nir::VariableMode::shader_in);
    facts.outputs = varyings_of(shader, nir::VariableMode::shader_out);
    // Outputs of control shaders are no temporaries, and scalars of a slot have no offset.
    lowering.run("lower_indirect_derefs", nir::lower_indirect_derefs,
                 {.modes = nir::VariableMode::shader_in | nir::VariableMode::shader_out,
                  .only_compact = true});
    lowering.run("lower_io", nir::lower_io, {});
    lowering.run("remove_dead_derefs", nir::remove_dead_derefs);
    return lowering.report();
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
                 Diagnostics& diagnostics, const PassListener& listener) {
    SpirvResult result;
    const std::optional<spirv::Module> module =
        spirv::read_module(bytes, diagnostics, options.limits);
    if (!module) {
        result.nir = stopped(CompileStatus::malformed, diagnostics);
        return result;
    }
    spirv::TranslateResult translated = spirv::translate_to_nir(*module, options, diagnostics);
    if (translated.status != spirv::TranslateStatus::translated) {
        result.nir = stopped(translated.status == spirv::TranslateStatus::not_supported
                                 ? CompileStatus::refused
                                 : CompileStatus::malformed,
                             diagnostics);
        return result;
    }
    result.nir.shader = std::move(translated.shader);
    nir::Shader& shader = *result.nir.shader;
    if (const nir::Function* recursive = nir::find_recursion(shader)) {
        diagnostics.error("S203", {},
                          "the function " + std::string(recursive->name) + " calls itself");
        result.nir = stopped(CompileStatus::malformed, diagnostics);
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
        result.nir = stopped(CompileStatus::too_large, diagnostics);
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

} // namespace

SpirvResult load_spirv(std::string_view bytes, const spirv::TranslateOptions& options,
                       Diagnostics& diagnostics, const PassListener& listener) {
    try {
        return load(bytes, options, diagnostics, listener);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, options.limits);
    } catch (const std::length_error&) {
        report_out_of_memory(diagnostics, std::bad_alloc(), options.limits);
    }
    SpirvResult result;
    result.nir = stopped(CompileStatus::too_large, diagnostics);
    return result;
}

} // namespace jacquard::driver
