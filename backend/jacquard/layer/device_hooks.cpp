#include <jacquard/layer/hooks.h>
#include <jacquard/layer/links.h>

#include <string_view>

// Each function calls the next one first, so that only what a driver accepted is looked at, and
// returns what that returned.

namespace jacquard::layer {

namespace {

template <auto next, typename Info, typename Handle>
VKAPI_ATTR VkResult VKAPI_CALL create(VkDevice device, const Info* info,
                                      const VkAllocationCallbacks* allocator,
                                      Handle* handle) noexcept {
    const DeviceLink& link = *device_links().find(device);
    const VkResult result = (link.*next)(device, info, allocator, handle);
    if (result == VK_SUCCESS && link.recorder != nullptr) {
        link.recorder->record(*info, *handle);
    }
    return result;
}

// If a driver was told not to compile, and would have had to, the pipelines that it had are there.
// After any other failure none is looked at.
template <auto next, typename Info>
VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache,
                                                std::uint32_t count, const Info* infos,
                                                const VkAllocationCallbacks* allocator,
                                                VkPipeline* pipelines) noexcept {
    const DeviceLink& link = *device_links().find(device);
    const VkResult result = (link.*next)(device, cache, count, infos, allocator, pipelines);
    const bool has_results = result == VK_SUCCESS || result == VK_PIPELINE_COMPILE_REQUIRED;
    if (has_results && link.recorder != nullptr) {
        link.recorder->record(infos, pipelines, count);
    }
    return result;
}

struct Hook {
    std::string_view name;
    PFN_vkVoidFunction function;
};

} // namespace

PFN_vkVoidFunction find_device_hook(const char* name) noexcept {
    static const Hook kHooks[] = {
        {"vkGetDeviceProcAddr", as_void(get_device_function)},
        {"vkDestroyDevice", as_void(destroy_device)},
        {"vkCreateSampler",
         as_void(create<&DeviceLink::create_sampler, VkSamplerCreateInfo, VkSampler>)},
        {"vkCreateDescriptorSetLayout",
         as_void(create<&DeviceLink::create_set_layout, VkDescriptorSetLayoutCreateInfo,
                        VkDescriptorSetLayout>)},
        {"vkCreatePipelineLayout", as_void(create<&DeviceLink::create_pipeline_layout,
                                                  VkPipelineLayoutCreateInfo, VkPipelineLayout>)},
        {"vkCreateRenderPass",
         as_void(create<&DeviceLink::create_render_pass, VkRenderPassCreateInfo, VkRenderPass>)},
        {"vkCreateRenderPass2",
         as_void(create<&DeviceLink::create_render_pass_2, VkRenderPassCreateInfo2, VkRenderPass>)},
        {"vkCreateRenderPass2KHR",
         as_void(
             create<&DeviceLink::create_render_pass_2_khr, VkRenderPassCreateInfo2, VkRenderPass>)},
        {"vkCreateShaderModule",
         as_void(
             create<&DeviceLink::create_shader_module, VkShaderModuleCreateInfo, VkShaderModule>)},
        {"vkCreateGraphicsPipelines",
         as_void(create_pipelines<&DeviceLink::create_graphics_pipelines,
                                  VkGraphicsPipelineCreateInfo>)},
        {"vkCreateComputePipelines",
         as_void(
             create_pipelines<&DeviceLink::create_compute_pipelines, VkComputePipelineCreateInfo>)},
    };
    for (const Hook& hook : kHooks) {
        if (hook.name == name) {
            return hook.function;
        }
    }
    return nullptr;
}

} // namespace jacquard::layer
