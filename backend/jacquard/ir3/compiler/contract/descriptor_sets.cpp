#include <jacquard/ir3/compiler/contract/descriptor_sets.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace jacquard::ir3 {

void lay_out_descriptors(std::span<Resource> resources, const MachineFacts& machine) {
    for (Resource& resource : resources) {
        resource.has_byte_view =
            resource.kind == ResourceKind::storage_buffer && machine.byte_storage;
        resource.stride = resource.has_sampler || resource.has_byte_view ? 2 : 1;
    }
    std::vector<Resource*> order;
    order.reserve(resources.size());
    for (Resource& resource : resources) {
        order.push_back(&resource);
    }
    std::stable_sort(order.begin(), order.end(), [](const Resource* a, const Resource* b) {
        return std::make_tuple(a->set, a->count >= kMaxElements, a->binding, a->kind) <
               std::make_tuple(b->set, b->count >= kMaxElements, b->binding, b->kind);
    });
    std::uint32_t next = 0;
    const Resource* before = nullptr;
    for (Resource* resource : order) {
        if (before != nullptr && before->set == resource->set &&
            before->binding == resource->binding && before->kind == resource->kind) {
            resource->unit = before->unit;
            resource->stride = std::max(resource->stride, before->stride);
        } else {
            resource->unit = before != nullptr && before->set == resource->set ? next : 0;
        }
        const std::uint32_t end = resource->unit + resource->count * resource->stride;
        next = resource->unit == 0 ? end : std::max(next, end);
        before = resource;
    }
}

} // namespace jacquard::ir3
