#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <type_traits>
#include <utility>
#include <vector>
#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

// The kinds of attachments of a subpass: state for others may be invalid, so it is not looked at.
struct SubpassUse {
    bool has_colour = false;
    bool has_depth_stencil = false;
};

// The hashes of a device's objects, by their handles: state names other objects, and entries name
// them by their hashes. Objects that are destroyed stay in here, since drivers give handles again.
// Safe to use from many threads.
class References {
  public:
    // A handle's number; handles are pointers where pointers have 64 bits.
    template <typename Handle>
    [[nodiscard]] static std::uint64_t number_of(Handle handle) {
        if constexpr (std::is_pointer_v<Handle>) {
            return reinterpret_cast<std::uintptr_t>(handle);
        } else {
            return handle;
        }
    }

    // An object that is not written has no hash, even if its handle had one before.
    void set(VkObjectType type, std::uint64_t handle, std::optional<std::uint64_t> hash);
    [[nodiscard]] std::optional<std::uint64_t> find(VkObjectType type, std::uint64_t handle) const;

    void set_subpasses(VkRenderPass render_pass, std::vector<SubpassUse> subpasses);
    [[nodiscard]] SubpassUse subpass_use(VkRenderPass render_pass, std::uint32_t subpass) const;

  private:
    mutable std::shared_mutex mutex_;
    std::map<std::pair<VkObjectType, std::uint64_t>, std::uint64_t> hashes_;
    std::map<std::uint64_t, std::vector<SubpassUse>> subpasses_;
};

} // namespace jacquard::layer
