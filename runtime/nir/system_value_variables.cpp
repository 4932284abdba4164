#include <jacquard/nir/system_value_variables.h>

#include <array>
#include <utility>

namespace jacquard::nir {
namespace {

constexpr auto kSystemValues = std::to_array<std::pair<Semantic, IntrinsicOp>>({
    {Semantic::position, IntrinsicOp::load_frag_coord},
    {Semantic::face, IntrinsicOp::load_front_face},
    {Semantic::prim_id, IntrinsicOp::load_primitive_id},
    {Semantic::instanceid, IntrinsicOp::load_instance_id},
    {Semantic::vertexid, IntrinsicOp::load_vertex_id},
    {Semantic::vertexid_nobase, IntrinsicOp::load_vertex_id_zero_base},
    {Semantic::basevertex, IntrinsicOp::load_base_vertex},
    {Semantic::baseinstance, IntrinsicOp::load_base_instance},
    {Semantic::drawid, IntrinsicOp::load_draw_id},
    {Semantic::grid_size, IntrinsicOp::load_num_workgroups},
    {Semantic::block_id, IntrinsicOp::load_workgroup_id},
    {Semantic::block_size, IntrinsicOp::load_workgroup_size},
    {Semantic::thread_id, IntrinsicOp::load_local_invocation_id},
    {Semantic::pcoord, IntrinsicOp::load_point_coord},
    {Semantic::layer, IntrinsicOp::load_layer_id},
    {Semantic::sampleid, IntrinsicOp::load_sample_id},
    {Semantic::samplepos, IntrinsicOp::load_sample_pos},
    {Semantic::samplemask, IntrinsicOp::load_sample_mask_in},
    {Semantic::invocationid, IntrinsicOp::load_invocation_id},
    {Semantic::tesscoord, IntrinsicOp::load_tess_coord},
    {Semantic::tessouter, IntrinsicOp::load_tess_level_outer},
    {Semantic::tessinner, IntrinsicOp::load_tess_level_inner},
    {Semantic::verticesin, IntrinsicOp::load_patch_vertices_in},
    {Semantic::helper_invocation, IntrinsicOp::load_helper_invocation},
    {Semantic::work_dim, IntrinsicOp::load_work_dim},
    {Semantic::subgroup_size, IntrinsicOp::load_subgroup_size},
    {Semantic::subgroup_invocation, IntrinsicOp::load_subgroup_invocation},
    {Semantic::subgroup_eq_mask, IntrinsicOp::load_subgroup_eq_mask},
    {Semantic::subgroup_ge_mask, IntrinsicOp::load_subgroup_ge_mask},
    {Semantic::subgroup_gt_mask, IntrinsicOp::load_subgroup_gt_mask},
    {Semantic::subgroup_le_mask, IntrinsicOp::load_subgroup_le_mask},
    {Semantic::subgroup_lt_mask, IntrinsicOp::load_subgroup_lt_mask},
});

} // namespace

std::optional<IntrinsicOp> system_value_of(Semantic semantic) {
    for (const auto& [known, op] : kSystemValues) {
        if (known == semantic) {
            return op;
        }
    }
    return std::nullopt;
}

} // namespace jacquard::nir
