#include <jacquard/layer/references.h>

namespace jacquard::layer {

void References::set(VkObjectType type, std::uint64_t handle, std::optional<std::uint64_t> hash) {
    const std::unique_lock lock(mutex_);
    if (hash.has_value()) {
        hashes_[{type, handle}] = *hash;
    } else {
        hashes_.erase({type, handle});
    }
}

std::optional<std::uint64_t> References::find(VkObjectType type, std::uint64_t handle) const {
    const std::shared_lock lock(mutex_);
    const auto found = hashes_.find({type, handle});
    return found != hashes_.end() ? std::optional(found->second) : std::nullopt;
}

void References::set_subpasses(VkRenderPass render_pass, std::vector<SubpassUse> subpasses) {
    const std::unique_lock lock(mutex_);
    subpasses_[number_of(render_pass)] = std::move(subpasses);
}

SubpassUse References::subpass_use(VkRenderPass render_pass, std::uint32_t subpass) const {
    const std::shared_lock lock(mutex_);
    const auto found = subpasses_.find(number_of(render_pass));
    return found != subpasses_.end() && subpass < found->second.size() ? found->second[subpass]
                                                                       : SubpassUse{};
}

} // namespace jacquard::layer
