#include <jacquard/runs/engines/pipeline_values.h>

namespace jacquard::driver {

std::optional<std::uint64_t> NirPipelineValues::value(const nir::IntrinsicInstruction& instruction,
                                                      unsigned component, unsigned lane,
                                                      std::uint64_t /*argument*/) {
    using nir::IntrinsicOp;
    switch (instruction.op) {
    case IntrinsicOp::load_frag_coord: return values_.fragment_position(component, lane);
    case IntrinsicOp::load_front_face: return values_.is_front(lane) ? ~std::uint64_t{0} : 0;
    case IntrinsicOp::load_point_coord: return values_.point_coordinate(component, lane);
    case IntrinsicOp::load_sample_pos:
    case IntrinsicOp::load_sample_pos_or_center: return PipelineValues::sample_position(component);
    case IntrinsicOp::load_primitive_id: return values_.primitive(component, lane);
    case IntrinsicOp::load_vertex_id:
    case IntrinsicOp::load_vertex_id_zero_base: return values_.vertex(component, lane);
    case IntrinsicOp::load_base_instance: return values_.base_instance();
    case IntrinsicOp::load_instance_id: return values_.instance(lane);
    default: return std::nullopt;
    }
}

} // namespace jacquard::driver
