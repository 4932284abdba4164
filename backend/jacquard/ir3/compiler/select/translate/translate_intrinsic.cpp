// Inputs of vertices, outputs, system values and kills in the translation to the machine graph.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/facts.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/translate/translator.h>

#include <limits>

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

LaneStride Translator::stride_of(const nir::IntrinsicInstruction& intrinsic) {
    const nir::MemoryAccess* access = nir::memory_access(intrinsic.op);
    if (access == nullptr || (access->offset_source < 0 && access->address_source < 0)) {
        return {};
    }
    const auto step_of = [&](std::int8_t source) {
        const auto number = static_cast<std::size_t>(source);
        return source < 0 ? nir::LaneStep{nir::LaneStep::Kind::same, 0}
                          : lane_steps_.of(*intrinsic.sources()[number].ssa, 0);
    };
    const nir::LaneStep address = step_of(access->address_source);
    const nir::LaneStep offset = step_of(access->offset_source);
    if (address.kind == nir::LaneStep::Kind::spread || offset.kind == nir::LaneStep::Kind::spread) {
        return {LaneStride::Kind::spread};
    }
    const std::int64_t unit = access->unit != 0 ? access->unit : moved_width(intrinsic) / 8;
    const std::int64_t bytes = address.step + offset.step * unit;
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (bytes == 0) {
        return {LaneStride::Kind::same};
    }
    return bytes >= -kMost && bytes <= kMost
               ? LaneStride{LaneStride::Kind::steps, static_cast<std::int32_t>(bytes)}
               : LaneStride{LaneStride::Kind::spread};
}

void Translator::translate_intrinsic(const nir::IntrinsicInstruction& intrinsic) {
    using nir::IntrinsicOp;
    if (const std::string_view fact = nir::fact_refused_by_machine(intrinsic); !fact.empty()) {
        refuse("'" + std::string(fact) + "' of '" + std::string(intrinsic.info().name) + "' is");
        return;
    }
    switch (intrinsic.op) {
    case IntrinsicOp::load_input:
        if (is_fragment()) {
            varyings_.load_varying(intrinsic, true);
        } else if (graph_.stage == ShaderStage::vertex) {
            interface_.load_vertex_input(intrinsic);
        } else {
            refuse("this way to address inputs is");
        }
        return;
    case IntrinsicOp::load_interpolated_input: varyings_.load_varying(intrinsic, false); return;
    case IntrinsicOp::load_barycentric_pixel:
    case IntrinsicOp::load_barycentric_centroid:
    case IntrinsicOp::load_barycentric_sample: varyings_.load_barycentric(intrinsic); return;
    case IntrinsicOp::load_vertex_id: system_values_.load_vertex_id(intrinsic); return;
    case IntrinsicOp::load_frag_coord: system_values_.load_frag_coord(intrinsic); return;
    case IntrinsicOp::load_point_coord: varyings_.load_point_coord(intrinsic); return;
    case IntrinsicOp::load_front_face: system_values_.load_front_face(intrinsic); return;
    case IntrinsicOp::load_ubo_vec4: uniforms_.load_constant(intrinsic); return;
    case IntrinsicOp::load_kernel_input:
    case IntrinsicOp::load_push_constant: uniforms_.load_push_constant(intrinsic); return;
    case IntrinsicOp::store_output: interface_.store_output(intrinsic); return;
    case IntrinsicOp::terminate:
    case IntrinsicOp::terminate_if:
    case IntrinsicOp::demote:
    case IntrinsicOp::demote_if: terminate(intrinsic); return;
    case IntrinsicOp::load_primitive_id: varyings_.load_primitive_id(intrinsic); return;
    case IntrinsicOp::load_view_index: varyings_.load_view_index(intrinsic); return;
    case IntrinsicOp::load_workgroup_id: system_values_.load_workgroup_id(intrinsic); return;
    case IntrinsicOp::load_user_clip_plane: system_values_.load_clip_plane(intrinsic); return;
    case IntrinsicOp::load_primitive_location_ir3: chain_.load_location(intrinsic); return;
    case IntrinsicOp::barrier: order_.translate_barrier(intrinsic); return;
    case IntrinsicOp::decl_reg: arrays_.declare(intrinsic); return;
    case IntrinsicOp::load_reg: arrays_.load(intrinsic, nullptr); return;
    case IntrinsicOp::load_reg_indirect: arrays_.load(intrinsic, &intrinsic.sources()[1]); return;
    case IntrinsicOp::store_reg: arrays_.store(intrinsic, nullptr); return;
    case IntrinsicOp::store_reg_indirect: arrays_.store(intrinsic, &intrinsic.sources()[2]); return;
    case IntrinsicOp::ddx:
    case IntrinsicOp::ddx_coarse:
        textures_.translate_derivative(intrinsic.value, *intrinsic.sources()[0].ssa,
                                       role::kDeriveX);
        return;
    case IntrinsicOp::ddy:
    case IntrinsicOp::ddy_coarse:
        textures_.translate_derivative(intrinsic.value, *intrinsic.sources()[0].ssa,
                                       role::kDeriveY);
        return;
    case IntrinsicOp::load_sample_pos_from_id: textures_.load_sample_position(intrinsic); return;
    case IntrinsicOp::ddx_fine:
    case IntrinsicOp::ddy_fine:
        if (!machine_.fine_derivatives) {
            break;
        }
        textures_.translate_derivative(intrinsic.value, *intrinsic.sources()[0].ssa,
                                       intrinsic.op == IntrinsicOp::ddx_fine ? role::kDeriveFineX
                                                                             : role::kDeriveFineY);
        return;
    default: break;
    }
    if (accesses_.translate(intrinsic) || lanes_.translate(intrinsic)) {
        return;
    }
    const std::optional<Slot> slot = slot_of(intrinsic.op);
    if (slot && slot_info(*slot).kind != SlotKind::varying) {
        system_values_.load_system_value(intrinsic, *slot);
        return;
    }
    if (slot && is_fragment()) {
        varyings_.load_undeclared(intrinsic, *slot);
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

void Translator::terminate(const nir::IntrinsicInstruction& intrinsic) {
    Node* predicate =
        flow_.predicate_of(intrinsic.sources().empty() ? selection_.constant(1, false)
                                                       : component(*intrinsic.sources()[0].ssa, 0));
    Node* kill = graph_.make_machine(role::kKill, 1);
    kill->sources()[0].kind = RegisterKind::predicate;
    kill->sources()[0].definition = predicate;
    order_.order_kill(*kill);
    selection_.append(kill);
    context_.add_effect(kill);
    flow_.leave_when_killed(intrinsic, predicate);
}

} // namespace jacquard::ir3
