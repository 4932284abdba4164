#include <jacquard/nir/interpreter/handlers.h>

namespace jacquard::nir::interpreter {

Handler intrinsic_handler(IntrinsicOp op) {
    switch (op) {
    case IntrinsicOp::load_reg:
    case IntrinsicOp::load_reg_indirect: return load_register;
    case IntrinsicOp::store_reg:
    case IntrinsicOp::store_reg_indirect: return store_register;

    case IntrinsicOp::load_deref:
    case IntrinsicOp::load_var: return load_variable;
    case IntrinsicOp::store_deref:
    case IntrinsicOp::store_var: return store_variable;
    case IntrinsicOp::copy_deref:
    case IntrinsicOp::copy_var: return copy_variable;
    case IntrinsicOp::deref_atomic:
    case IntrinsicOp::deref_atomic_swap: return atomic_variable;

    case IntrinsicOp::load_input: return load_input;
    case IntrinsicOp::load_interpolated_input: return load_interpolated_input;
    case IntrinsicOp::load_input_vertex:
    case IntrinsicOp::load_per_vertex_input: return load_vertex_input;
    case IntrinsicOp::load_output: return load_output;
    case IntrinsicOp::store_output: return store_output;
    case IntrinsicOp::load_per_vertex_output: return load_vertex_output;
    case IntrinsicOp::store_per_vertex_output: return store_vertex_output;

    case IntrinsicOp::load_barycentric_at_offset:
    case IntrinsicOp::load_barycentric_at_sample:
    case IntrinsicOp::load_barycentric_centroid:
    case IntrinsicOp::load_barycentric_coord_centroid:
    case IntrinsicOp::load_barycentric_coord_pixel:
    case IntrinsicOp::load_barycentric_coord_sample:
    case IntrinsicOp::load_barycentric_model:
    case IntrinsicOp::load_barycentric_pixel:
    case IntrinsicOp::load_barycentric_sample:
    case IntrinsicOp::load_frag_coord_unscaled_ir3:
    case IntrinsicOp::load_persp_center_rhw_ir3: return load_system_value;

    case IntrinsicOp::load_constant:
    case IntrinsicOp::load_global:
    case IntrinsicOp::load_global_constant:
    case IntrinsicOp::load_push_constant:
    case IntrinsicOp::load_scratch:
    case IntrinsicOp::load_shared:
    case IntrinsicOp::load_shared_ir3:
    case IntrinsicOp::load_ssbo:
    case IntrinsicOp::load_task_payload:
    case IntrinsicOp::load_ubo:
    case IntrinsicOp::load_uniform: return load_memory;
    case IntrinsicOp::load_ubo_vec4: return load_ubo_vec4;
    case IntrinsicOp::store_global:
    case IntrinsicOp::store_scratch:
    case IntrinsicOp::store_shared:
    case IntrinsicOp::store_shared_ir3:
    case IntrinsicOp::store_ssbo:
    case IntrinsicOp::store_task_payload: return store_memory;
    case IntrinsicOp::shared_atomic:
    case IntrinsicOp::shared_atomic_swap:
    case IntrinsicOp::ssbo_atomic:
    case IntrinsicOp::ssbo_atomic_swap: return atomic_memory;
    case IntrinsicOp::get_ssbo_size:
    case IntrinsicOp::get_ubo_size: return buffer_size;
    case IntrinsicOp::load_const_ir3: return load_constant_file;
    case IntrinsicOp::store_const_ir3: return store_constant_file;

    case IntrinsicOp::nop: return do_nothing;
    case IntrinsicOp::terminate:
    case IntrinsicOp::terminate_if: return terminate;
    case IntrinsicOp::demote:
    case IntrinsicOp::demote_if: return demote;
    case IntrinsicOp::barrier: return barrier;

    case IntrinsicOp::ddx:
    case IntrinsicOp::ddx_coarse:
    case IntrinsicOp::ddx_fine:
    case IntrinsicOp::ddy:
    case IntrinsicOp::ddy_coarse:
    case IntrinsicOp::ddy_fine: return derivative;
    case IntrinsicOp::quad_broadcast:
    case IntrinsicOp::quad_swap_diagonal:
    case IntrinsicOp::quad_swap_horizontal:
    case IntrinsicOp::quad_swap_vertical: return quad_exchange;

    case IntrinsicOp::ballot: return ballot;
    case IntrinsicOp::elect: return elect;
    case IntrinsicOp::vote_all:
    case IntrinsicOp::vote_any: return vote;
    case IntrinsicOp::read_first_invocation:
    case IntrinsicOp::read_invocation: return read_lane;

    default: return intrinsic_info(op).is_system_value ? load_system_value : nullptr;
    }
}

} // namespace jacquard::nir::interpreter
