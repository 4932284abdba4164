#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/nir/interpreter/unsupported.h>

namespace jacquard::nir::interpreter {

namespace {

Handler memory_handler(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case load_constant:
    case load_global:
    case load_global_2x32:
    case load_global_constant:
    case load_global_constant_bounded:
    case load_global_constant_offset:
    case load_global_ir3:
    case load_kernel_input:
    case load_push_constant:
    case load_scratch:
    case load_shared:
    case load_shared_ir3:
    case load_ssbo:
    case load_ssbo_ir3:
    case load_task_payload:
    case load_ubo:
    case load_uniform: return interpreter::load_memory;
    case load_ubo_vec4: return interpreter::load_ubo_vec4;
    case store_global:
    case store_global_2x32:
    case store_global_ir3:
    case store_scratch:
    case store_shared:
    case store_shared_ir3:
    case store_ssbo:
    case store_ssbo_ir3:
    case store_task_payload: return interpreter::store_memory;
    case global_atomic:
    case global_atomic_2x32:
    case global_atomic_ir3:
    case global_atomic_swap:
    case global_atomic_swap_2x32:
    case global_atomic_swap_ir3:
    case shared_atomic:
    case shared_atomic_swap:
    case ssbo_atomic:
    case ssbo_atomic_ir3:
    case ssbo_atomic_swap:
    case ssbo_atomic_swap_ir3:
    case task_payload_atomic:
    case task_payload_atomic_swap: return interpreter::atomic_memory;
    case get_ssbo_size:
    case get_ubo_size: return interpreter::buffer_size;
    case load_const_ir3: return interpreter::load_constant_file;
    case store_const_ir3: return interpreter::store_constant_file;
    case copy_global_to_uniform_ir3:
    case copy_push_const_to_uniform_ir3:
    case copy_ubo_to_uniform_ir3: return interpreter::copy_to_constant_file;
    default: return nullptr;
    }
}

Handler variable_handler(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case load_reg:
    case load_reg_indirect: return interpreter::load_register;
    case store_reg:
    case store_reg_indirect: return interpreter::store_register;
    case load_deref:
    case load_var: return interpreter::load_variable;
    case store_deref:
    case store_var: return interpreter::store_variable;
    case copy_deref:
    case copy_var: return interpreter::copy_variable;
    case deref_atomic:
    case deref_atomic_swap: return interpreter::atomic_variable;
    case deref_buffer_array_length:
    case deref_mode_is: return interpreter::question_variable;
    case interp_deref_at_centroid:
    case interp_deref_at_offset:
    case interp_deref_at_sample: return interpreter::interpolate_variable;
    // Made into other steps when the program is prepared.
    case decl_reg:
    case load_param: return interpreter::do_nothing;
    default: return nullptr;
    }
}

Handler input_output_handler(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case load_input:
    case load_per_primitive_input: return interpreter::load_input;
    case load_interpolated_input: return interpreter::load_interpolated_input;
    case load_input_vertex:
    case load_per_vertex_input: return interpreter::load_vertex_input;
    case load_output: return interpreter::load_output;
    case store_output: return interpreter::store_output;
    case load_per_vertex_output: return interpreter::load_vertex_output;
    case store_per_vertex_output: return interpreter::store_vertex_output;
    case load_per_primitive_output: return interpreter::load_primitive_output;
    case store_per_primitive_output: return interpreter::store_primitive_output;
    // Read something outside, though the table does not call them system values.
    case load_barycentric_at_offset:
    case load_barycentric_at_sample:
    case load_barycentric_centroid:
    case load_barycentric_coord_at_offset:
    case load_barycentric_coord_at_sample:
    case load_barycentric_coord_centroid:
    case load_barycentric_coord_pixel:
    case load_barycentric_coord_sample:
    case load_barycentric_model:
    case load_barycentric_pixel:
    case load_barycentric_sample:
    case load_constant_base_ptr:
    case load_frag_coord_unscaled_ir3:
    case load_frag_offset_ir3:
    case load_frag_shading_rate:
    case load_frag_size_ir3:
    case load_fs_input_interp_deltas:
    case load_global_base_ptr:
    case load_mesh_view_indices:
    case load_persp_center_rhw_ir3:
    case load_point_coord_maybe_flipped:
    case load_sample_pos_from_id:
    case load_scratch_base_ptr:
    case load_shader_index:
    case load_shared_base_ptr:
    case load_ssbo_address:
    case load_texture_scale:
    case load_vulkan_descriptor: return interpreter::load_system_value;
    default: return intrinsic_info(op).is_system_value ? interpreter::load_system_value : nullptr;
    }
}

Handler lane_handler(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case ddx:
    case ddx_coarse:
    case ddx_fine:
    case ddy:
    case ddy_coarse:
    case ddy_fine: return interpreter::derivative;
    case quad_broadcast:
    case quad_swap_diagonal:
    case quad_swap_horizontal:
    case quad_swap_vertical: return interpreter::quad_exchange;
    case ballot:
    case ballot_relaxed: return interpreter::ballot;
    case ballot_bit_count_exclusive:
    case ballot_bit_count_inclusive:
    case ballot_bit_count_reduce:
    case ballot_bitfield_extract:
    case ballot_find_lsb:
    case ballot_find_msb:
    case inverse_ballot: return interpreter::ask_ballot;
    case elect:
    case elect_any_ir3:
    case first_invocation:
    case last_invocation: return interpreter::elect;
    case quad_vote_all:
    case quad_vote_any:
    case vote_all:
    case vote_any: return interpreter::vote;
    case vote_feq:
    case vote_ieq: return interpreter::vote_equal;
    case read_first_invocation:
    case read_invocation:
    case read_invocation_cond_ir3:
    case rotate:
    case shuffle:
    case shuffle_down:
    case shuffle_down_uniform_ir3:
    case shuffle_up:
    case shuffle_up_uniform_ir3:
    case shuffle_xor:
    case shuffle_xor_uniform_ir3: return interpreter::read_lane;
    case exclusive_scan:
    case inclusive_scan:
    case reduce: return interpreter::combine_lanes;
    default: return nullptr;
    }
}

Handler counter_handler(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case atomic_counter_add:
    case atomic_counter_add_deref:
    case atomic_counter_and:
    case atomic_counter_and_deref:
    case atomic_counter_comp_swap:
    case atomic_counter_comp_swap_deref:
    case atomic_counter_exchange:
    case atomic_counter_exchange_deref:
    case atomic_counter_inc:
    case atomic_counter_inc_deref:
    case atomic_counter_max:
    case atomic_counter_max_deref:
    case atomic_counter_min:
    case atomic_counter_min_deref:
    case atomic_counter_or:
    case atomic_counter_or_deref:
    case atomic_counter_post_dec:
    case atomic_counter_post_dec_deref:
    case atomic_counter_pre_dec:
    case atomic_counter_pre_dec_deref:
    case atomic_counter_read:
    case atomic_counter_read_deref:
    case atomic_counter_xor:
    case atomic_counter_xor_deref: return interpreter::change_counter;
    default: return nullptr;
    }
}

Handler control_handler(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case begin_invocation_interlock: // lanes come in order already
    case end_invocation_interlock:
    case end_primitive:
    case end_primitive_with_counter:
    case nop:
    case prefetch_sam_ir3:
    case prefetch_tex_ir3:
    case prefetch_ubo_ir3:
    case preamble_end_ir3:
    case set_vertex_and_primitive_count:
    case use: return interpreter::do_nothing;
    case terminate:
    case terminate_if: return interpreter::terminate;
    case demote:
    case demote_if: return interpreter::demote;
    case barrier: return interpreter::barrier;
    case is_helper_invocation: return interpreter::is_helper;
    case shader_clock: return interpreter::read_clock;
    case as_uniform:
    case bindless_resource_ir3:
    case deref_texture_src:
    case vulkan_resource_index:
    case vulkan_resource_reindex: return interpreter::pass_on;
    case store_preamble: return interpreter::store_preamble;
    case load_preamble: return interpreter::load_preamble;
    case is_sparse_texels_resident:
    case sparse_residency_code_and: return interpreter::is_resident;
    default: return nullptr;
    }
}

Handler image_handler(IntrinsicOp op) {
    const std::string_view name = intrinsic_info(op).name;
    const bool is_image = name.starts_with("image_") || name.starts_with("bindless_image_");
    return is_image ? access_image : nullptr;
}

} // namespace

Handler intrinsic_handler(IntrinsicOp op) {
    for (const auto& handlers : {input_output_handler, memory_handler, variable_handler,
                                 lane_handler, control_handler, image_handler, counter_handler}) {
        if (const Handler handler = handlers(op)) {
            return handler;
        }
    }
    return nullptr;
}

std::string_view unsupported_reason(IntrinsicOp op) {
    using enum IntrinsicOp;
    if (intrinsic_handler(op) != nullptr) {
        return {};
    }
    switch (op) {
    case cmat_binary_op:
    case cmat_bitcast:
    case cmat_construct:
    case cmat_copy:
    case cmat_extract:
    case cmat_insert:
    case cmat_length:
    case cmat_load:
    case cmat_muladd:
    case cmat_scalar_op:
    case cmat_store:
    case cmat_unary_op: return "cooperative matrices are spread over lanes as a target likes";
    case accept_ray_intersection:
    case execute_callable:
    case ignore_ray_intersection:
    case report_ray_intersection:
    case rq_confirm_intersection:
    case rq_generate_intersection:
    case rq_initialize:
    case rq_load:
    case rq_proceed:
    case rq_terminate:
    case rt_execute_callable:
    case rt_resume:
    case rt_trace_ray:
    case terminate_ray:
    case trace_ray: return "rays need a scene and shaders that others call";
    case load_stack:
    case store_stack: return "stacks belong to shaders that others resume";
    case enqueue_node_payloads:
    case finalize_incoming_node_payload:
    case initialize_node_payloads:
    case launch_mesh_workgroups:
    case launch_mesh_workgroups_with_payload_deref: return "starts other work groups";
    case emit_vertex:
    case emit_vertex_with_counter: return "vertices that a geometry shader emits go nowhere";
    case interp_deref_at_vertex:
        return "inputs that are read by vertex are laid out by the interface";
    case addr_mode_is: return "an address does not tell what memory it is of";
    case memcpy_deref: return "bytes of variables are nobody's promise";
    case deref_implicit_array_length: return "the interface decides how long the array is";
    case convert_alu_types: return "is to be lowered to conversions";
    case printf: return "format strings are kept elsewhere";
    case preamble_start_ir3: return "which invocation runs the preamble is the hardware's choice";
    case brcst_active_ir3:
    case exclusive_scan_clusters_ir3:
    case inclusive_scan_clusters_ir3:
    case reduce_clusters_ir3: return "parts of a loop over clusters that the backend builds";
    default: return "not supported by the interpreter";
    }
}

} // namespace jacquard::nir::interpreter
