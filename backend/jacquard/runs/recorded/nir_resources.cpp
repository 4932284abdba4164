#include <jacquard/runs/recorded/nir_resources.h>

#include <algorithm>

namespace jacquard::driver {

void NirResources::bind(const RecordedCase& recorded, std::span<const Resource> resources,
                        nir::interpreter::Environment& environment) {
    constant_views_.clear();
    storage_views_.clear();
    storage_ = recorded.storage_buffers;
    for (const Resource& resource : resources) {
        if (resource.kind == ResourceKind::uniform_buffer) {
            constant_views_.resize(
                std::max<std::size_t>(constant_views_.size(), resource.first + resource.count));
            const auto elements = elements_of(recorded.uniform_buffers, resource);
            for (std::size_t i = 0; i < elements.size(); ++i) {
                if (elements[i] != nullptr) {
                    constant_views_[resource.first + i] = std::as_bytes(std::span(*elements[i]));
                }
            }
        } else if (resource.kind == ResourceKind::storage_buffer) {
            storage_views_.resize(
                std::max<std::size_t>(storage_views_.size(), resource.first + resource.count));
            const auto elements = elements_of(storage_, resource);
            for (std::size_t i = 0; i < elements.size(); ++i) {
                if (elements[i] != nullptr) {
                    storage_views_[resource.first + i] =
                        std::as_writable_bytes(std::span(*const_cast<Words*>(elements[i])));
                }
            }
        }
    }
    textures_.set(recorded, resources);
    images_.set(recorded, resources);
    environment.constant_buffers = constant_views_;
    environment.storage_buffers = storage_views_;
    environment.global = global_bytes(storage_);
    environment.global_address = kGlobalAddress;
    environment.push_constants = std::as_bytes(std::span(recorded.push_constants));
    environment.kernel_inputs = environment.push_constants;
    environment.textures = &textures_;
    environment.images = &images_;
}

} // namespace jacquard::driver
