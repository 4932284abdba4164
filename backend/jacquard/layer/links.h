#pragma once

#include <jacquard/layer/recorder.h>

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

// The functions behind this layer, those of the next layer or of the driver, as far as this layer
// stands in front of them.
struct InstanceLink {
    VkInstance instance = VK_NULL_HANDLE;
    std::string application; // what it says of itself, as JSON
    PFN_vkGetInstanceProcAddr get = nullptr;
    PFN_vkDestroyInstance destroy = nullptr;
};

struct DeviceLink {
    PFN_vkGetDeviceProcAddr get = nullptr;
    PFN_vkDestroyDevice destroy = nullptr;
    PFN_vkCreateSampler create_sampler = nullptr;
    PFN_vkCreateDescriptorSetLayout create_set_layout = nullptr;
    PFN_vkCreatePipelineLayout create_pipeline_layout = nullptr;
    PFN_vkCreateRenderPass create_render_pass = nullptr;
    PFN_vkCreateRenderPass2 create_render_pass_2 = nullptr;
    PFN_vkCreateRenderPass2 create_render_pass_2_khr = nullptr;
    PFN_vkCreateShaderModule create_shader_module = nullptr;
    PFN_vkCreateGraphicsPipelines create_graphics_pipelines = nullptr;
    PFN_vkCreateComputePipelines create_compute_pipelines = nullptr;
    std::unique_ptr<Recorder> recorder; // none if nothing can be written
};

// The links of a process. A handle that Vulkan dispatches on begins with a pointer that all handles
// of an instance, or of a device, have in common.
template <typename Link>
class Links {
  public:
    template <typename Handle>
    [[nodiscard]] Link* find(Handle handle) const {
        const std::shared_lock lock(mutex_);
        const auto found = links_.find(key_of(handle));
        return found != links_.end() ? found->second.get() : nullptr;
    }
    template <typename Handle>
    void add(Handle handle, std::unique_ptr<Link> link) {
        const std::unique_lock lock(mutex_);
        links_[key_of(handle)] = std::move(link);
    }
    // Returns the link of what is about to be destroyed.
    template <typename Handle>
    [[nodiscard]] std::unique_ptr<Link> take(Handle handle) {
        const std::unique_lock lock(mutex_);
        auto node = links_.extract(key_of(handle));
        return node.empty() ? nullptr : std::move(node.mapped());
    }

  private:
    template <typename Handle>
    static const void* key_of(Handle handle) {
        return *reinterpret_cast<const void* const*>(handle);
    }

    mutable std::shared_mutex mutex_;
    std::unordered_map<const void*, std::unique_ptr<Link>> links_;
};

// They stay until the process ends, since other threads may still call then.
[[nodiscard]] Links<InstanceLink>& instance_links();
[[nodiscard]] Links<DeviceLink>& device_links();

} // namespace jacquard::layer
