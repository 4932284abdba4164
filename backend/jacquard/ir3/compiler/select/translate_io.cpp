// Inputs of vertices, outputs, system values and kills in the translation to the machine graph.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/facts.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/translate.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace jacquard::ir3 {

namespace {

// The bits of a component that an operation gives, or writes to memory; 0 where it does neither.
unsigned moved_width(const nir::IntrinsicInstruction& intrinsic) {
    const nir::MemoryAccess* access = nir::memory_access(intrinsic.op);
    if (access != nullptr && access->value_source >= 0) {
        return intrinsic.sources()[static_cast<std::size_t>(access->value_source)].ssa->bit_size;
    }
    return intrinsic.value.num_components != 0 ? intrinsic.value.bit_size : 0;
}

} // namespace

void Translator::translate_intrinsic(const nir::IntrinsicInstruction& intrinsic) {
    using nir::IntrinsicOp;
    if (const std::string_view fact = nir::fact_refused_by_machine(intrinsic); !fact.empty()) {
        refuse("'" + std::string(fact) + "' of '" + std::string(intrinsic.info().name) + "' is");
        return;
    }
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
    case IntrinsicOp::load_kernel_input:
    case IntrinsicOp::load_push_constant: load_push_constant(intrinsic); return;
    case IntrinsicOp::store_output: store_output(intrinsic); return;
    case IntrinsicOp::terminate:
    case IntrinsicOp::terminate_if:
    case IntrinsicOp::demote:
    case IntrinsicOp::demote_if: terminate(intrinsic); return;
    case IntrinsicOp::load_primitive_id: load_primitive_id(intrinsic); return;
    case IntrinsicOp::load_view_index: load_view_index(intrinsic); return;
    case IntrinsicOp::load_workgroup_id: load_workgroup_id(intrinsic); return;
    case IntrinsicOp::load_user_clip_plane: load_clip_plane(intrinsic); return;
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
    case IntrinsicOp::load_sample_pos_from_id: load_sample_position(intrinsic); return;
    case IntrinsicOp::ddx_fine:
    case IntrinsicOp::ddy_fine:
        if (!machine_.fine_derivatives) {
            break;
        }
        translate_derivative(intrinsic.value, *intrinsic.sources()[0].ssa,
                             intrinsic.op == IntrinsicOp::ddx_fine ? role::kDeriveFineX
                                                                   : role::kDeriveFineY);
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
    if (intrinsic.has_atomic_op()) {
        refuse("the atomic '" + std::string(nir::name_of(intrinsic.atomic_op())) + "' of '" +
               std::string(intrinsic.info().name) + "' is");
        return;
    }
    const unsigned width = moved_width(intrinsic);
    refuse("the operation '" + std::string(intrinsic.info().name) +
           (width == 0 || width == 32 ? "' is" : "' of " + std::to_string(width) + " bits is"));
}

// An input or output that no slot stands for; of those that have locations, the limit is told.
void Translator::refuse_slot(const nir::IoSlot& io, bool is_input) {
    const std::string what = is_input ? "input" : "output";
    std::uint32_t end = 0;
    const SlotKind kind =
        is_fragment() && !is_input ? SlotKind::fragment_output : SlotKind::varying;
    while (find_slot(kind, io.semantic, end) != nullptr) {
        ++end;
    }
    if (end == 0 || io.semantic_index < end) {
        refuse("this " + what + " semantic is");
        return;
    }
    refuse("an " + what + " at a location above " + std::to_string(end - 1) + " is");
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

// The group's place counts from the first one of the dispatch, and is the same for all lanes.
void Translator::load_workgroup_id(const nir::IntrinsicInstruction& load) {
    const std::uint32_t first =
        driver_parameter(Slot::SYSTEM_VALUE_BASE_WORKGROUP_ID, load.value.num_components);
    const SlotInfo& slot = slot_info(Slot::SYSTEM_VALUE_WORKGROUP_ID);
    const bool is_constant = machine_.shared_registers == 0;
    const std::uint32_t given =
        is_constant ? driver_parameter(Slot::SYSTEM_VALUE_WORKGROUP_ID, 3) : 0;
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
    const auto is_it = [base](const GraphOutput& known) {
        return known.program_output.index == base;
    };
    if (std::any_of(graph_.outputs.begin(), graph_.outputs.end(), is_it)) {
        refuse("an output of values of several widths is"); // others are stored once
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
        refuse_slot(io, false);
        return;
    }
    const nir::SsaDef& value = *store.sources()[0].ssa;
    const bool whole = !is_fragment() || io.semantic == nir::Semantic::color;
    const unsigned first = slot->component;
    const unsigned count = whole ? 4 : 1;
    std::array<Node*, 4> nodes{};
    const auto stored = static_cast<unsigned>(store.component());
    const bool half = Selection::is_half_size(value.bit_size);
    for (unsigned k = 0; k < count; ++k) {
        const unsigned i = first + k;
        nodes[k] = i >= stored && i - stored < value.num_components ? component(value, i - stored)
                                                                    : selection_.constant(0, half);
    }
    ProgramOutput output;
    output.name = slot->name;
    output.slot = slot->number;
    output.index = base;
    output.source_component = static_cast<std::uint8_t>(first);
    output.num_components = static_cast<std::uint8_t>(count);
    // An output stands in a register; a value that is no register yet is copied into one.
    Node* vector = collect(std::span(nodes).first(count));
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
    kill->sources()[0].kind = RegisterKind::predicate;
    kill->sources()[0].definition = predicate;
    order_kill(*kill);
    selection_.append(kill);
    effects_.push_back(kill);
    const bool ends_lanes = intrinsic.op == nir::IntrinsicOp::terminate ||
                            intrinsic.op == nir::IntrinsicOp::terminate_if;
    if (ends_lanes && (lanes_answer_ || nir::loop_around(intrinsic.block) != nullptr ||
                       intrinsic.block->index < end_of_unbounded_loops_)) {
        leave_when_killed(predicate);
    }
}

} // namespace jacquard::ir3
