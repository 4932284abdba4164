#pragma once

#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

template <typename Function>
PFN_vkVoidFunction as_void(Function* function) {
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

// The loader asks a layer for functions: it gets the layer's own where that stands in front of one
// that is there, otherwise the next one's.
[[nodiscard]] VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
get_instance_function(VkInstance instance, const char* name) noexcept;
[[nodiscard]] VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
get_device_function(VkDevice device, const char* name) noexcept;

// Creates and destroys instances and devices, see instance_hooks.cpp.
VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* allocator,
                                               VkInstance* instance) noexcept;
VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance,
                                            const VkAllocationCallbacks* allocator) noexcept;
VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical_device,
                                             const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator,
                                             VkDevice* device) noexcept;
VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device,
                                          const VkAllocationCallbacks* allocator) noexcept;

// Returns the function of the layer that stands in front of one of a device, or none.
[[nodiscard]] PFN_vkVoidFunction find_device_hook(const char* name) noexcept;

} // namespace jacquard::layer
