#include <jacquard/ir3/compiler/select/resources/mapped_buffers.h>
#include <jacquard/ir3/compiler/select/selection.h>

#include <algorithm>

namespace jacquard::ir3 {

const MappedConstantBuffer* mapped_part(const Graph& graph, const nir::IntrinsicInstruction& load) {
    const ScalarValue index = Selection::resolve({load.sources()[1].ssa, 0});
    const std::uint32_t block =
        Selection::constant_bits(Selection::resolve({load.sources()[0].ssa, 0}));
    const bool is_known = Selection::is_constant(index);
    const std::int64_t vec4 =
        load.base() + (is_known ? static_cast<std::int32_t>(Selection::constant_bits(index)) : 0);
    const bool is_declared = graph.resources.empty();
    const auto mapped = std::find_if(
        graph.constant_buffers.begin(), graph.constant_buffers.end(),
        [&](const MappedConstantBuffer& known) {
            if (known.block != block) {
                return false;
            }
            // All of a declared buffer is there, so what is not is outside of it.
            if (is_declared) {
                return true;
            }
            const Resource* resource =
                find_resource(graph.resources, ResourceKind::uniform_buffer, block);
            return is_known
                       ? vec4 * kVec4Bytes >= known.start && vec4 * kVec4Bytes < known.end
                       : known.start == 0 && known.end >= resource->size && resource->size != 0;
        });
    return mapped != graph.constant_buffers.end() ? &*mapped : nullptr;
}

} // namespace jacquard::ir3
