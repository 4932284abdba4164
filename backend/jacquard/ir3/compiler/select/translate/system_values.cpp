#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/contract/stage_layout.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/translate/system_values.h>

#include <algorithm>
#include <array>
#include <bit>
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

} // namespace

Node* SystemValues::system_value(Slot slot, unsigned num_components) {
    for (const auto& [kind, node] : known_) {
        if (kind == slot) {
            return node;
        }
    }
    if (Node* part = header_part(slot)) {
        return part;
    }
    const SlotInfo& info = slot_info(slot);
    ProgramInput input;
    input.name = info.name;
    input.slot = info.number;
    input.system_value = true;
    for (std::uint32_t i = 0; i < shader_.info.inputs.size(); ++i) {
        if (info.has_semantic && shader_.info.inputs[i].semantic == info.semantic) {
            input.index = i;
        }
    }
    Node* node = context_.make_input(num_components, std::move(input));
    node->dst.half = info.half;
    known_.emplace_back(slot, node);
    return node;
}

void SystemValues::load_system_value(const nir::IntrinsicInstruction& load, Slot slot) {
    if (slot_info(slot).parameter >= 0) {
        const std::uint32_t first = layout_.driver_parameter(slot, load.value.num_components);
        uniforms_.set_constants(load.value, first, std::int64_t{first} + load.value.num_components);
        return;
    }
    Node* value = system_value(slot, load.value.num_components);
    if (value->dst.half) {
        Node* wide = selection_.emit(role::kConvert, false, false, {ssa_source(value)});
        wide->source_type = DataType::u16;
        wide->type = DataType::u32;
        value = wide;
    }
    set_components(load.value, value);
}

void SystemValues::load_vertex_id(const nir::IntrinsicInstruction& load) {
    if (!machine_.vertex_ids_from_zero) {
        load_system_value(load, Slot::SYSTEM_VALUE_VERTEX_ID);
        return;
    }
    const std::uint32_t base = layout_.driver_parameter(Slot::SYSTEM_VALUE_BASE_VERTEX, 1);
    Node* copy = selection_.append(make_copy(graph_, constant_source(base)));
    selection_.set_node(
        load.value, 0,
        selection_.emit(role::kAddBase, false, false,
                        {ssa_source(system_value(Slot::SYSTEM_VALUE_VERTEX_ID_ZERO_BASE, 1)),
                         ssa_source(copy)}));
}

// The group's place counts from the first one of the dispatch, and is the same for all lanes.
void SystemValues::load_workgroup_id(const nir::IntrinsicInstruction& load) {
    const std::uint32_t first =
        layout_.driver_parameter(Slot::SYSTEM_VALUE_BASE_WORKGROUP_ID, load.value.num_components);
    const SlotInfo& slot = slot_info(Slot::SYSTEM_VALUE_WORKGROUP_ID);
    const bool is_constant = machine_.shared_registers == 0;
    const std::uint32_t given =
        is_constant ? layout_.driver_parameter(Slot::SYSTEM_VALUE_WORKGROUP_ID, 3) : 0;
    const auto is_it = [&slot](const GraphInput& input) {
        return input.program_input.name == slot.name;
    };
    if (!is_constant && std::none_of(graph_.inputs.begin(), graph_.inputs.end(), is_it)) {
        ProgramInput input;
        input.name = slot.name;
        input.slot = slot.number;
        input.system_value = true;
        input.component_mask = 7;
        input.location.number = kSharedRegisterFirst;
        graph_.inputs.push_back({nullptr, std::move(input)});
    }
    for (unsigned i = 0; i < load.value.num_components; ++i) {
        Register place;
        place.kind = RegisterKind::shared;
        place.number = static_cast<std::uint16_t>(kSharedRegisterFirst + i);
        Node* group =
            selection_.append(make_copy(graph_, is_constant ? constant_source(given + i) : place));
        Node* base = selection_.append(make_copy(graph_, constant_source(first + i)));
        selection_.set_node(
            load.value, i,
            selection_.emit(role::kAddIndex, false, false, {ssa_source(group), ssa_source(base)}));
    }
}

void SystemValues::load_clip_plane(const nir::IntrinsicInstruction& load) {
    const std::optional<Slot> slot = clip_plane_slot(load.ucp_id());
    if (!slot) {
        refuse("clip plane " + std::to_string(load.ucp_id()) + " is");
        return;
    }
    const std::uint32_t first = layout_.driver_parameter(*slot, load.value.num_components);
    uniforms_.set_constants(load.value, first, std::int64_t{first} + load.value.num_components);
}

// x and y arrive as unsigned integers in fractions of a pixel.
void SystemValues::load_frag_coord(const nir::IntrinsicInstruction& load) {
    Node* vector = system_value(Slot::SYSTEM_VALUE_FRAG_COORD, 4);
    const auto one_unit =
        std::bit_cast<std::uint32_t>(1.0F / static_cast<float>(machine_.units_of_pixel));
    for (unsigned i = 0; i < load.value.num_components && i < 4; ++i) {
        Node* value = split(vector, i);
        if (i < 2) {
            Node* number = selection_.emit(role::kConvert, false, false, {ssa_source(value)});
            number->source_type = DataType::u32;
            number->type = DataType::f32;
            value = selection_.emit(role::kMultiply, false, false,
                                    {ssa_source(number), selection_.immediate(one_unit)});
        }
        selection_.set_node(load.value, i, value);
    }
}

// The register is 0 for front faces and all ones for back faces.
void SystemValues::load_front_face(const nir::IntrinsicInstruction& load) {
    Node* back = system_value(Slot::SYSTEM_VALUE_FRONT_FACE, 1);
    Node* front = selection_.emit(role::kCompare, false, false,
                                  {ssa_source(back), selection_.immediate(0, back->dst.half)});
    front->condition = Condition::eq;
    selection_.set_node(load.value, 0, front);
}

// One vector of what the hardware gives in the first registers, where the next stage finds it, too.
Node* SystemValues::stage_header() {
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
            header_ = context_.make_input(static_cast<unsigned>(slots.size()), std::move(input));
            header_->comes_first = true;
        } else {
            graph_.inputs.push_back({header_, std::move(input), static_cast<std::uint16_t>(i)});
        }
        graph_.inputs[first + i].program_input.component_mask = 1;
    }
    return header_;
}

// Null where the value is no part of the header.
Node* SystemValues::header_part(Slot slot) {
    const std::span<const Slot> slots =
        header_slots(chain_header(shader_.info.stage, graph_.feeds));
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i] == slot) {
            Node* part = split(stage_header(), static_cast<unsigned>(i));
            known_.emplace_back(slot, part);
            return part;
        }
    }
    return nullptr;
}

} // namespace jacquard::ir3
