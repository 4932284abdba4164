// What stages before the rasteriser have of one another in the translation to the machine graph.

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/contract/stage_layout.h>
#include <jacquard/ir3/compiler/select/translate.h>

#include <algorithm>
#include <array>
#include <span>

namespace jacquard::ir3 {

namespace {

// In the order of their registers.
constexpr std::array kPatchHeader = {Slot::SYSTEM_VALUE_TCS_HEADER_IR3,
                                     Slot::SYSTEM_VALUE_REL_PATCH_ID_IR3,
                                     Slot::SYSTEM_VALUE_PRIMITIVE_ID};
constexpr std::array kPrimitiveHeader = {Slot::SYSTEM_VALUE_GS_HEADER_IR3,
                                         Slot::SYSTEM_VALUE_PRIMITIVE_ID};

std::span<const Slot> header_slots(ChainHeader header) {
    switch (header) {
    case ChainHeader::patch: return kPatchHeader;
    case ChainHeader::primitive: return kPrimitiveHeader;
    case ChainHeader::none: break;
    }
    return {};
}

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
bool Translator::check_stage() {
    graph_.feeds = options_.feeds;
    const nir::Stage stage = shader_.info.stage;
    const bool can_feed =
        graph_.feeds == NextStage::rasteriser || stage == nir::Stage::vertex ||
        (stage == nir::Stage::tess_evaluation && graph_.feeds == NextStage::geometry);
    if (!can_feed) {
        diagnostics_.error("I103", {},
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

void Translator::describe_stored_outputs() {
    const bool stores =
        graph_.feeds != NextStage::rasteriser || graph_.stage == ShaderStage::tess_control;
    if (!stores) {
        return;
    }
    const StageLayout layout = stage_layout(shader_, patch_kind(shader_, options_.patches));
    for (std::size_t i = 0; i < layout.outputs.size(); ++i) {
        const nir::IoSlot& io = shader_.info.outputs[i];
        const SlotInfo* slot = find_slot(SlotKind::varying, io.semantic, io.semantic_index);
        if (slot == nullptr) {
            refuse_slot(io, false);
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
void Translator::describe_level_inputs() {
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

// One vector of what the hardware gives in the first registers, where the next stage finds it, too.
Node* Translator::stage_header() {
    if (header_ != nullptr) {
        return header_;
    }
    const std::span<const Slot> slots =
        header_slots(chain_header(shader_.info.stage, graph_.feeds));
    const std::size_t first = graph_.inputs.size();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const SlotInfo& info = slot_info(slots[i]);
        ProgramInput input;
        input.name = info.name;
        input.slot = info.number;
        input.system_value = true;
        if (i == 0) {
            header_ = make_input(static_cast<unsigned>(slots.size()), std::move(input));
            header_->comes_first = true;
        } else {
            graph_.inputs.push_back({header_, std::move(input), static_cast<std::uint16_t>(i)});
        }
        graph_.inputs[first + i].program_input.component_mask = 1;
    }
    return header_;
}

// Null where the value is no part of the header.
Node* Translator::header_part(Slot slot) {
    const std::span<const Slot> slots =
        header_slots(chain_header(shader_.info.stage, graph_.feeds));
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i] == slot) {
            Node* part = split(stage_header(), static_cast<unsigned>(i));
            system_values_.emplace_back(slot, part);
            return part;
        }
    }
    return nullptr;
}

// The places of inputs stand in the order of declarations.
std::uint32_t Translator::location_parameter(std::uint32_t input) {
    return static_cast<std::uint32_t>(slot_info(Slot::INPUT_LOCATION_IR3).parameter) + input;
}

// Where an input stands in what the stage before stored: in bytes of a vertex, or in words of a
// patch.
void Translator::load_location(const nir::IntrinsicInstruction& load) {
    const auto number = static_cast<std::uint32_t>(load.driver_location());
    const nir::IoSlot* io =
        number < shader_.info.inputs.size() ? &shader_.info.inputs[number] : nullptr;
    const SlotInfo* slot =
        io != nullptr ? find_slot(SlotKind::varying, io->semantic, io->semantic_index) : nullptr;
    if (slot == nullptr) {
        if (io != nullptr) {
            refuse_slot(*io, true);
        } else {
            refuse("this input semantic is");
        }
        return;
    }
    const std::uint32_t constant = parameters_vec4_ * 4 + location_parameter(number);
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
    set_constants(load.value, constant, std::int64_t{constant} + 1);
}

} // namespace jacquard::ir3
