// This part translates what stages before the rasteriser store for one another.

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/contract/stage_layout.h>
#include <jacquard/ir3/compiler/select/translate/stage_chain.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Beyond what the shader's own registers are.
bool changes_memory(nir::IntrinsicOp op) {
    const nir::MemoryAccess* memory = nir::memory_access(op);
    if (memory != nullptr && (memory->value_source >= 0 || memory->data_source >= 0) &&
        memory->info().addressing != nir::Addressing::slot &&
        memory->info().addressing != nir::Addressing::value &&
        memory->space != nir::MemorySpace::scratch) {
        return true;
    }
    const nir::ImageAccess* image = nir::image_access(op);
    return image != nullptr && (image->value_source >= 0 || image->data_source >= 0);
}

bool changes_memory(const nir::Shader& shader) {
    const auto is_change = [](nir::IntrinsicOp op) { return changes_memory(op); };
    if (!shader.may_have_intrinsic(is_change)) {
        return false;
    }
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* access = instruction.as<nir::IntrinsicInstruction>();
            if (access != nullptr && changes_memory(access->op)) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

// False after a diagnostic: the part has no such stage, or nothing can follow it.
bool StageChain::check() {
    graph_.feeds = context_.options().feeds;
    const nir::Stage stage = shader_.info.stage;
    const bool can_feed =
        graph_.feeds == NextStage::rasteriser || stage == nir::Stage::vertex ||
        (stage == nir::Stage::tess_evaluation && graph_.feeds == NextStage::geometry);
    if (!can_feed) {
        context_.diagnostics().error(
            "I103", {},
            "vertex shaders feed tessellation or geometry shaders, and tessellation "
            "evaluation shaders feed geometry shaders; this one feeds nothing");
        return false;
    }
    const bool is_chained = takes_stored_inputs(stage) || graph_.feeds != NextStage::rasteriser;
    if (is_chained && !machine_.chained_stages) {
        refuse("geometry and tessellation are, on this part,");
        return false;
    }
    if (stage == nir::Stage::geometry && changes_memory(shader_)) {
        refuse("writing memory in a geometry shader, which runs once for each of its vertices, is");
        return false;
    }
    return true;
}

void StageChain::describe_stored_outputs() {
    const bool stores =
        graph_.feeds != NextStage::rasteriser || graph_.stage == ShaderStage::tess_control;
    if (!stores) {
        return;
    }
    const StageLayout layout =
        stage_layout(shader_, patch_kind(shader_, context_.options().patches));
    for (std::size_t i = 0; i < layout.outputs.size(); ++i) {
        const nir::IoSlot& io = shader_.info.outputs[i];
        const SlotInfo* slot = find_slot(SlotKind::varying, io.semantic, io.semantic_index);
        if (slot == nullptr) {
            context_.refuse_slot(io, false);
            continue;
        }
        ProgramOutput output;
        output.name = slot->name;
        output.slot = slot->number;
        output.index = static_cast<std::uint32_t>(i);
        output.stored = layout.outputs[i];
        graph_.stored_outputs.push_back(std::move(output));
    }
}

// Levels that an evaluation shader reads stand where the tessellator reads them.
void StageChain::describe_level_inputs() {
    const std::vector<nir::IoSlot>& inputs = shader_.info.inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool is_level = inputs[i].semantic == nir::Semantic::tessouter ||
                              inputs[i].semantic == nir::Semantic::tessinner;
        if (graph_.stage != ShaderStage::tess_evaluation || !is_level) {
            continue;
        }
        const SlotInfo* slot = find_slot(SlotKind::varying, inputs[i].semantic, 0);
        ProgramInput input;
        input.name = slot->name;
        input.slot = slot->number;
        input.index = static_cast<std::uint32_t>(i);
        input.component_mask = inputs[i].mask;
        graph_.inputs.push_back({nullptr, std::move(input)});
    }
}

// Loads the location of an input among the outputs that the previous stage stored: in bytes of a
// vertex, or in words of a patch.
void StageChain::load_location(const nir::IntrinsicInstruction& load) {
    const auto number = static_cast<std::uint32_t>(load.driver_location());
    const nir::IoSlot* io =
        number < shader_.info.inputs.size() ? &shader_.info.inputs[number] : nullptr;
    const SlotInfo* slot =
        io != nullptr ? find_slot(SlotKind::varying, io->semantic, io->semantic_index) : nullptr;
    if (slot == nullptr) {
        if (io != nullptr) {
            context_.refuse_slot(*io, true);
        } else {
            refuse("this input semantic is");
        }
        return;
    }
    const std::uint32_t constant = layout_.location_constant(number);
    std::vector<DriverParameter>& known = graph_.driver_parameters;
    const bool is_known =
        std::any_of(known.begin(), known.end(), [&](const DriverParameter& parameter) {
            return parameter.constant == constant;
        });
    if (!is_known) {
        known.push_back({std::string(slot->name), constant, 1});
        ProgramInput input;
        input.name = slot->name;
        input.slot = slot->number;
        input.index = number;
        input.component_mask = io->mask;
        graph_.inputs.push_back({nullptr, std::move(input)});
    }
    uniforms_.set_constants(load.value, constant, std::int64_t{constant} + 1);
}

} // namespace jacquard::ir3
