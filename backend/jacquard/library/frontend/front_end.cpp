#include <jacquard/library/frontend/front_end.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver {

namespace {

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

// Returns whether a value chooses an element of a vertex or fragment input: machines read these at
// constant indices only.
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

} // namespace

bool FrontEnd::has_functions() {
    return !passes_.shader().has_one_function();
}

bool FrontEnd::has_lines() {
    return !passes_.shader().info.source_files.empty();
}

bool FrontEnd::chooses_inputs() {
    if (!chooses_inputs_) {
        chooses_inputs_ = driver::chooses_inputs(passes_.shader());
    }
    return *chooses_inputs_;
}

bool number_all_resources(nir::Shader& shader, SpirvResult& facts,
                          std::span<const SetBinding> combined) {
    facts.resources = number_resources(shader, combined);
    return true;
}

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

void describe_varyings(nir::Shader& shader, SpirvResult& facts) {
    facts.inputs = varyings_of(shader, nir::VariableMode::shader_in);
    facts.outputs = varyings_of(shader, nir::VariableMode::shader_out);
}

} // namespace jacquard::driver
