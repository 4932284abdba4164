// Inputs, outputs, system values, constants and kills of the translation to the machine graph.

#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/translate.h>
#include <jacquard/ir3/roles.h>

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::ir3 {

namespace {

Slot barycentric_slot(const nir::IntrinsicInstruction& load) {
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

} // namespace

void Translator::translate_intrinsic(const nir::IntrinsicInstruction& intrinsic) {
    using nir::IntrinsicOp;
    switch (intrinsic.op) {
    case IntrinsicOp::load_input:
        if (is_fragment()) {
            load_varying(intrinsic, true);
        } else if (graph_.stage == ShaderStage::vertex) {
            load_vertex_input(intrinsic);
        } else {
            refuse("this way to address inputs is");
        }
        return;
    case IntrinsicOp::load_interpolated_input: load_varying(intrinsic, false); return;
    case IntrinsicOp::load_barycentric_pixel:
    case IntrinsicOp::load_barycentric_centroid:
    case IntrinsicOp::load_barycentric_sample:
        set_components(intrinsic.value, system_value(barycentric_slot(intrinsic), 2));
        return;
    case IntrinsicOp::load_vertex_id: load_vertex_id(intrinsic); return;
    case IntrinsicOp::load_frag_coord: load_frag_coord(intrinsic); return;
    case IntrinsicOp::load_point_coord: load_point_coord(intrinsic); return;
    case IntrinsicOp::load_front_face: load_front_face(intrinsic); return;
    case IntrinsicOp::load_ubo_vec4: load_constant(intrinsic); return;
    case IntrinsicOp::load_push_constant: load_push_constant(intrinsic); return;
    case IntrinsicOp::store_output: store_output(intrinsic); return;
    case IntrinsicOp::terminate:
    case IntrinsicOp::terminate_if:
    case IntrinsicOp::demote:
    case IntrinsicOp::demote_if: terminate(intrinsic); return;
    case IntrinsicOp::load_primitive_id: load_primitive_id(intrinsic); return;
    case IntrinsicOp::load_workgroup_id: load_workgroup_id(intrinsic); return;
    case IntrinsicOp::load_primitive_location_ir3: load_location(intrinsic); return;
    case IntrinsicOp::barrier: translate_barrier(intrinsic); return;
    case IntrinsicOp::decl_reg: declare_array(intrinsic); return;
    case IntrinsicOp::load_reg: load_array(intrinsic, nullptr); return;
    case IntrinsicOp::load_reg_indirect: load_array(intrinsic, &intrinsic.sources()[1]); return;
    case IntrinsicOp::store_reg: store_array(intrinsic, nullptr); return;
    case IntrinsicOp::store_reg_indirect: store_array(intrinsic, &intrinsic.sources()[2]); return;
    case IntrinsicOp::ddx:
    case IntrinsicOp::ddx_coarse:
        translate_derivative(intrinsic.value, *intrinsic.sources()[0].ssa, role::kDeriveX);
        return;
    case IntrinsicOp::ddy:
    case IntrinsicOp::ddy_coarse:
        translate_derivative(intrinsic.value, *intrinsic.sources()[0].ssa, role::kDeriveY);
        return;
    default: break;
    }
    if (translate_access(intrinsic) || translate_among_lanes(intrinsic)) {
        return;
    }
    const std::optional<Slot> slot = slot_of(intrinsic.op);
    if (slot && slot_info(*slot).kind != SlotKind::varying) {
        load_system_value(intrinsic, *slot);
        return;
    }
    if (slot && is_fragment()) {
        load_undeclared(intrinsic, *slot);
        return;
    }
    refuse("the operation '" + std::string(intrinsic.info().name) + "' is");
}

void Translator::load_vertex_input(const nir::IntrinsicInstruction& load) {
    const auto base = static_cast<std::size_t>(load.base());
    const SlotInfo* slot =
        find_slot(SlotKind::vertex_input, nir::Semantic::generic, static_cast<std::uint32_t>(base));
    if (!Selection::is_constant({load.sources()[0].ssa, 0}) || base >= input_vectors_.size() ||
        slot == nullptr) {
        refuse("this way to address inputs is");
        return;
    }
    Node*& vector = input_vectors_[base];
    if (vector == nullptr) {
        ProgramInput input;
        input.name = slot->name;
        input.slot = slot->number;
        input.index = static_cast<std::uint32_t>(base);
        vector = make_input(4, std::move(input));
    }
    const auto first = static_cast<unsigned>(load.component());
    for (unsigned i = 0; i < load.value.num_components && first + i < 4; ++i) {
        selection_.set_node(load.value, i, split(vector, first + i));
    }
}

std::uint8_t Translator::varying_location(std::uint32_t input, const SlotInfo& slot, bool flat) {
    if (varying_locations_.size() <= input) {
        varying_locations_.resize(std::size_t{input} + 1, -1);
    }
    int& location = varying_locations_[input];
    if (location < 0) {
        if (next_varying_ >= machine_.varying_components) {
            refuse("this number of inputs is");
            return 0;
        }
        location = static_cast<int>(next_varying_);
        next_varying_ += 4;
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

void Translator::load_varying(const nir::IntrinsicInstruction& load, bool flat) {
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
        refuse("this input semantic is");
        return;
    }
    Varying varying{input, slot, flat, static_cast<unsigned>(load.component())};
    if (!flat) {
        const nir::SsaDef& weights = *load.sources()[0].ssa;
        const auto* barycentric = weights.instruction->as<nir::IntrinsicInstruction>();
        if (barycentric != nullptr) {
            varying.weights = barycentric_slot(*barycentric);
        } else {
            varying.computed = collect({component(weights, 0), component(weights, 1)});
        }
    }
    read_varying(varying, load.value);
}

// All are read before anything else so that their storage can be released, save those whose weights
// the program computes.
void Translator::read_varying(const Varying& varying, const nir::SsaDef& result) {
    const auto [input, slot, flat, first, weights, computed] = varying;
    Block& here = *block_;
    if (computed == nullptr) {
        set_block(graph_.blocks.front());
    }
    const unsigned location = varying_location(input, *slot, flat);
    for (unsigned i = 0; i < result.num_components; ++i) {
        const unsigned place = location + first + i;
        Node* value = flat                  ? read_flat(place)
                      : computed != nullptr ? interpolate(place, computed)
                                            : interpolate(place, system_value(weights, 2));
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

Node* Translator::interpolate(unsigned location, Node* weights) {
    return selection_.emit(role::kInterpolate, false, false,
                           {selection_.immediate(location), ssa_source(weights)});
}

Node* Translator::read_flat(unsigned location) {
    if (machine_.flat_varying) {
        const Register place = selection_.immediate(location);
        Node* node = selection_.emit(role::kReadFlat, false, false, {place, place});
        node->sources[1] = immediate_source(0); // is ignored
        return node;
    }
    if (machine_.loads_flat_varyings) {
        Node* node = selection_.emit(role::kLoadFlat, false, false, {});
        node->type = DataType::u32;
        node->offset = static_cast<std::uint8_t>(location);
        return node;
    }
    return interpolate(location, system_value(Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL, 2));
}

Node* Translator::system_value(Slot slot, unsigned num_components) {
    for (const auto& [known, node] : system_values_) {
        if (known == slot) {
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
    Node* node = make_input(num_components, std::move(input));
    node->dst.half = info.half;
    system_values_.emplace_back(slot, node);
    return node;
}

void Translator::load_system_value(const nir::IntrinsicInstruction& load, Slot slot) {
    if (slot_info(slot).parameter >= 0) {
        const std::uint32_t first = driver_parameter(slot, load.value.num_components);
        set_constants(load.value, first, std::int64_t{first} + load.value.num_components);
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

void Translator::load_vertex_id(const nir::IntrinsicInstruction& load) {
    if (!machine_.vertex_ids_from_zero) {
        load_system_value(load, Slot::SYSTEM_VALUE_VERTEX_ID);
        return;
    }
    const std::uint32_t base = driver_parameter(Slot::SYSTEM_VALUE_BASE_VERTEX, 1);
    Node* copy = selection_.append(make_copy(graph_, constant_source(base)));
    selection_.set_node(
        load.value, 0,
        selection_.emit(role::kAddBase, false, false,
                        {ssa_source(system_value(Slot::SYSTEM_VALUE_VERTEX_ID_ZERO_BASE, 1)),
                         ssa_source(copy)}));
}

// A varying that shaders need not declare.
void Translator::load_point_coord(const nir::IntrinsicInstruction& load) {
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
void Translator::load_undeclared(const nir::IntrinsicInstruction& load, Slot slot) {
    auto known = std::find(undeclared_.begin(), undeclared_.end(), slot);
    if (known == undeclared_.end()) {
        known = undeclared_.insert(undeclared_.end(), slot);
    }
    const auto input = static_cast<std::uint32_t>(shader_.info.inputs.size() + 1) +
                       static_cast<std::uint32_t>(known - undeclared_.begin());
    read_varying({input, &slot_info(slot), true, 0}, load.value);
}

void Translator::load_primitive_id(const nir::IntrinsicInstruction& load) {
    if (is_fragment()) {
        load_undeclared(load, Slot::VARYING_SLOT_PRIMITIVE_ID);
    } else {
        load_system_value(load, Slot::SYSTEM_VALUE_PRIMITIVE_ID);
    }
}

// The group's place counts from the first one of the dispatch, and is the same for all lanes.
void Translator::load_workgroup_id(const nir::IntrinsicInstruction& load) {
    const std::uint32_t first =
        driver_parameter(Slot::SYSTEM_VALUE_BASE_WORKGROUP_ID, load.value.num_components);
    const SlotInfo& slot = slot_info(Slot::SYSTEM_VALUE_WORKGROUP_ID);
    const auto is_it = [&slot](const GraphInput& input) {
        return input.program_input.name == slot.name;
    };
    if (std::none_of(graph_.inputs.begin(), graph_.inputs.end(), is_it)) {
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
        Node* group = selection_.append(make_copy(graph_, place));
        Node* base = selection_.append(make_copy(graph_, constant_source(first + i)));
        selection_.set_node(
            load.value, i,
            selection_.emit(role::kAddIndex, false, false, {ssa_source(group), ssa_source(base)}));
    }
}

// x and y arrive as unsigned integers in fractions of a pixel.
void Translator::load_frag_coord(const nir::IntrinsicInstruction& load) {
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
void Translator::load_front_face(const nir::IntrinsicInstruction& load) {
    Node* back = system_value(Slot::SYSTEM_VALUE_FRONT_FACE, 1);
    Node* front = selection_.emit(role::kCompare, false, false,
                                  {ssa_source(back), selection_.immediate(0, back->dst.half)});
    front->condition = Condition::eq;
    selection_.set_node(load.value, 0, front);
}

void Translator::store_output(const nir::IntrinsicInstruction& store) {
    const auto base = static_cast<std::uint32_t>(store.base());
    if (graph_.stage == ShaderStage::geometry && base == shader_.info.outputs.size()) {
        store_vertex_flags(store);
        return;
    }
    if (base >= shader_.info.outputs.size() ||
        !Selection::is_constant({store.sources()[1].ssa, 0})) {
        refuse("this way to address outputs is");
        return;
    }
    const nir::IoSlot& io = shader_.info.outputs[base];
    const SlotInfo* slot = nullptr;
    if (is_fragment()) {
        const nir::ShaderProperty* all = shader_.info.property("FS_COLOR0_WRITES_ALL_CBUFS");
        if (io.semantic == nir::Semantic::color && io.semantic_index == 0 && all != nullptr &&
            !all->values.empty() && all->values[0] != 0) {
            slot = find_slot(SlotKind::broadcast_output, io.semantic, 0);
        }
        if (slot == nullptr) {
            slot = find_slot(SlotKind::fragment_output, io.semantic, io.semantic_index);
        }
    } else {
        slot = find_slot(SlotKind::varying, io.semantic, io.semantic_index);
    }
    if (slot == nullptr) {
        refuse("this output semantic is");
        return;
    }
    const nir::SsaDef& value = *store.sources()[0].ssa;
    const bool whole = !is_fragment() || io.semantic == nir::Semantic::color;
    const unsigned first = slot->component;
    const unsigned count = whole ? 4 : 1;
    std::vector<Node*> nodes;
    const auto stored = static_cast<unsigned>(store.component());
    for (unsigned i = first; i < first + count; ++i) {
        nodes.push_back(i >= stored && i - stored < value.num_components
                            ? component(value, i - stored)
                            : selection_.constant(0, false));
    }
    ProgramOutput output;
    output.name = slot->name;
    output.slot = slot->number;
    output.index = base;
    output.source_component = static_cast<std::uint8_t>(first);
    output.num_components = static_cast<std::uint8_t>(count);
    // An output stands in a register; a value that is no register yet is copied into one.
    Node* vector = collect(nodes);
    graph_.outputs.push_back({vector, std::move(output)});
}

// Lowering puts them behind the outputs that the shader declares.
void Translator::store_vertex_flags(const nir::IntrinsicInstruction& store) {
    const SlotInfo& slot = slot_info(Slot::GS_VERTEX_FLAGS_IR3);
    ProgramOutput output;
    output.name = slot.name;
    output.slot = slot.number;
    output.index = static_cast<std::uint32_t>(store.base());
    output.num_components = 1;
    graph_.outputs.push_back({component(*store.sources()[0].ssa, 0), std::move(output)});
}

void Translator::terminate(const nir::IntrinsicInstruction& intrinsic) {
    Node* predicate =
        predicate_of(intrinsic.sources().empty() ? selection_.constant(1, false)
                                                 : component(*intrinsic.sources()[0].ssa, 0));
    Node* kill = graph_.make_machine(role::kKill, 1);
    kill->sources[0].kind = RegisterKind::predicate;
    kill->sources[0].definition = predicate;
    order_kill(*kill);
    selection_.append(kill);
    effects_.push_back(kill);
    const bool ends_lanes = intrinsic.op == nir::IntrinsicOp::terminate ||
                            intrinsic.op == nir::IntrinsicOp::terminate_if;
    if (ends_lanes && (lanes_answer_ || nir::loop_around(intrinsic.block) != nullptr)) {
        leave_when_killed(predicate);
    }
}

} // namespace jacquard::ir3
