// Varyings in the translation to the machine graph: interpolated and flat ones, and those that
// shaders need not declare.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/translate/varyings.h>

#include <algorithm>
#include <array>

namespace jacquard::ir3 {

Slot Varyings::barycentric_slot(const nir::IntrinsicInstruction& load) {
    const bool linear = load.interp_mode() == nir::Interpolation::noperspective;
    switch (load.op) {
    case nir::IntrinsicOp::load_barycentric_centroid:
        return linear ? Slot::SYSTEM_VALUE_BARYCENTRIC_LINEAR_CENTROID
                      : Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_CENTROID;
    case nir::IntrinsicOp::load_barycentric_sample:
        return linear ? Slot::SYSTEM_VALUE_BARYCENTRIC_LINEAR_SAMPLE
                      : Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_SAMPLE;
    default:
        return linear ? Slot::SYSTEM_VALUE_BARYCENTRIC_LINEAR_PIXEL
                      : Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL;
    }
}

std::uint8_t Varyings::varying_location(std::uint32_t input, const SlotInfo& slot, bool flat) {
    if (locations_.size() <= input) {
        locations_.resize(std::size_t{input} + 1, -1);
    }
    int& location = locations_[input];
    if (location < 0) {
        if (next_ >= machine_.varying_components) {
            refuse("this number of inputs is");
            return 0;
        }
        location = static_cast<int>(next_);
        next_ += 4;
        ProgramInput described;
        described.name = slot.name;
        described.slot = slot.number;
        described.index = input;
        described.varying_location = static_cast<std::uint8_t>(location);
        described.barycentric = true;
        described.flat = flat;
        graph_.inputs.push_back({nullptr, std::move(described)});
    }
    return static_cast<std::uint8_t>(location);
}

void Varyings::load_barycentric(const nir::IntrinsicInstruction& load) {
    set_components(load.value, system_values_.system_value(barycentric_slot(load), 2));
}

void Varyings::load_varying(const nir::IntrinsicInstruction& load, bool flat) {
    const auto input = static_cast<std::uint32_t>(load.base());
    const std::size_t offset = flat ? 0 : 1;
    if (!Selection::is_constant({load.sources()[offset].ssa, 0}) ||
        input >= shader_.info.inputs.size()) {
        refuse("this way to address inputs is");
        return;
    }
    const nir::IoSlot& io = shader_.info.inputs[input];
    const SlotInfo* slot = find_slot(SlotKind::varying, io.semantic, io.semantic_index);
    // The position of a fragment, and which way it faces, are no varyings.
    if (slot == nullptr || io.semantic == nir::Semantic::position ||
        io.semantic == nir::Semantic::face) {
        context_.refuse_slot(io, true);
        return;
    }
    Varying varying{input, slot, flat, static_cast<unsigned>(load.component())};
    if (!flat) {
        const nir::SsaDef& weights = *load.sources()[0].ssa;
        const auto* barycentric = weights.instruction->as<nir::IntrinsicInstruction>();
        if (barycentric != nullptr) {
            varying.weights = barycentric_slot(*barycentric);
        } else {
            varying.computed = collect(std::array{component(weights, 0), component(weights, 1)});
        }
    }
    read_varying(varying, load.value);
}

// All are read before anything else so that their storage can be released, save those whose weights
// the program computes.
void Varyings::read_varying(const Varying& varying, const nir::SsaDef& result) {
    const auto [input, slot, flat, first, weights, computed] = varying;
    Block& here = block();
    if (computed == nullptr) {
        set_block(graph_.blocks.front());
    }
    const unsigned location = varying_location(input, *slot, flat);
    for (unsigned i = 0; i < result.num_components; ++i) {
        const unsigned place = location + first + i;
        Node* value = flat ? read_flat(place)
                      : computed != nullptr
                          ? interpolate(place, computed)
                          : interpolate(place, system_values_.system_value(weights, 2));
        selection_.set_node(result, i, value);
    }
    set_block(here);
    for (GraphInput& known : graph_.inputs) {
        if (known.node == nullptr && known.program_input.index == input) {
            known.program_input.component_mask |=
                static_cast<std::uint8_t>(((1U << result.num_components) - 1) << first);
        }
    }
}

Node* Varyings::interpolate(unsigned location, Node* weights) {
    return selection_.emit(role::kInterpolate, false, false,
                           {selection_.immediate(location), ssa_source(weights)});
}

Node* Varyings::read_flat(unsigned location) {
    if (machine_.flat_varying) {
        const Register place = selection_.immediate(location);
        Node* node = selection_.emit(role::kReadFlat, false, false, {place, place});
        node->sources()[1] = immediate_source(0); // is ignored
        return node;
    }
    if (machine_.loads_flat_varyings) {
        Node* node = selection_.emit(role::kLoadFlat, false, false, {});
        node->type = DataType::u32;
        node->offset = static_cast<std::uint8_t>(location);
        return node;
    }
    return interpolate(location,
                       system_values_.system_value(Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL, 2));
}

// A varying that shaders need not declare.
void Varyings::load_point_coord(const nir::IntrinsicInstruction& load) {
    const std::vector<nir::IoSlot>& inputs = shader_.info.inputs;
    const auto declared = std::find_if(inputs.begin(), inputs.end(), [](const nir::IoSlot& io) {
        return io.semantic == nir::Semantic::pcoord;
    });
    read_varying({static_cast<std::uint32_t>(declared - inputs.begin()),
                  &slot_info(Slot::VARYING_SLOT_PNTC), false, 0},
                 load.value);
}

// A varying that shaders need not declare, and that no stage before needs to write. Each counts as
// an input behind those that are declared, in the order in which they are first read.
void Varyings::load_undeclared(const nir::IntrinsicInstruction& load, Slot slot) {
    auto known = std::find(undeclared_.begin(), undeclared_.end(), slot);
    if (known == undeclared_.end()) {
        known = undeclared_.insert(undeclared_.end(), slot);
    }
    const auto input = static_cast<std::uint32_t>(shader_.info.inputs.size() + 1) +
                       static_cast<std::uint32_t>(known - undeclared_.begin());
    read_varying({input, &slot_info(slot), true, 0}, load.value);
}

void Varyings::load_primitive_id(const nir::IntrinsicInstruction& load) {
    if (is_fragment()) {
        load_undeclared(load, Slot::VARYING_SLOT_PRIMITIVE_ID);
    } else {
        system_values_.load_system_value(load, Slot::SYSTEM_VALUE_PRIMITIVE_ID);
    }
}

void Varyings::load_view_index(const nir::IntrinsicInstruction& load) {
    if (is_fragment()) {
        load_undeclared(load, Slot::VARYING_SLOT_VIEW_INDEX);
    } else if (machine_.vertex_views && shader_.info.stage == nir::Stage::vertex) {
        system_values_.load_system_value(load, Slot::SYSTEM_VALUE_VIEW_INDEX);
    } else {
        refuse("the number of the view is, in this stage on this part,");
    }
}

} // namespace jacquard::ir3
