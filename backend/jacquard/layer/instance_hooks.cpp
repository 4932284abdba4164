#include <jacquard/layer/chained_state.h>
#include <jacquard/layer/hooks.h>
#include <jacquard/layer/links.h>
#include <jacquard/layer/notes.h>
#include <jacquard/support/json/json.h>

#include <cstdlib>
#include <string_view>
#include <vulkan/vk_layer.h>

namespace jacquard::layer {

namespace {

constexpr const char* kPathVariable = "JACQUARD_CAPTURE";

// The one file of the process, or none if it cannot be written. It is never closed, since devices
// may be used until the process ends.
CaptureFile* capture_file() {
    static CaptureFile* const file = []() -> CaptureFile* {
        const char* path = secure_getenv(kPathVariable);
        if (path == nullptr || *path == '\0') {
            note("nothing is captured: " + std::string(kPathVariable) +
                 " does not name the file to write");
            return nullptr;
        }
        std::string fault;
        CaptureFile* opened = CaptureFile::open(path, fault).release();
        if (opened == nullptr) {
            note("nothing is captured: " + fault);
        }
        return opened;
    }();
    return file;
}

std::string application_text(const VkApplicationInfo* info) {
    std::string text;
    json::Writer out(text);
    out.begin_object();
    if (info != nullptr) {
        if (info->pApplicationName != nullptr) {
            out.member("applicationName", std::string_view(info->pApplicationName));
        }
        if (info->pEngineName != nullptr) {
            out.member("engineName", std::string_view(info->pEngineName));
        }
        out.member("applicationVersion", info->applicationVersion)
            .member("engineVersion", info->engineVersion)
            .member("apiVersion", info->apiVersion);
    }
    out.end_object();
    return text;
}

bool asks_for_robustness(const VkDeviceCreateInfo& info) {
    const auto* features = find_chained<VkPhysicalDeviceFeatures2>(
        info.pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    if (features != nullptr) {
        return features->features.robustBufferAccess == VK_TRUE;
    }
    return info.pEnabledFeatures != nullptr && info.pEnabledFeatures->robustBufferAccess == VK_TRUE;
}

// The loader chains the links of the layers to what creates an instance or a device. The structure
// is the loader's, and each layer moves it on to the next link.
template <typename Created, typename Info>
Created* find_link(const Info& info, VkStructureType type) {
    for (const void* at = info.pNext; at != nullptr;
         at = static_cast<const VkBaseInStructure*>(at)->pNext) {
        auto* created = static_cast<Created*>(const_cast<void*>(at));
        if (created->sType == type && created->function == VK_LAYER_LINK_INFO) {
            return created;
        }
    }
    return nullptr;
}

template <typename Function>
void load(Function& function, const DeviceLink& link, VkDevice device, const char* name) {
    function = reinterpret_cast<Function>(link.get(device, name));
}

std::unique_ptr<DeviceLink> make_device_link(PFN_vkGetDeviceProcAddr get, VkDevice device) {
    auto link = std::make_unique<DeviceLink>();
    link->get = get;
    load(link->destroy, *link, device, "vkDestroyDevice");
    load(link->create_sampler, *link, device, "vkCreateSampler");
    load(link->create_set_layout, *link, device, "vkCreateDescriptorSetLayout");
    load(link->create_pipeline_layout, *link, device, "vkCreatePipelineLayout");
    load(link->create_render_pass, *link, device, "vkCreateRenderPass");
    load(link->create_render_pass_2, *link, device, "vkCreateRenderPass2");
    load(link->create_render_pass_2_khr, *link, device, "vkCreateRenderPass2KHR");
    load(link->create_shader_module, *link, device, "vkCreateShaderModule");
    load(link->create_graphics_pipelines, *link, device, "vkCreateGraphicsPipelines");
    load(link->create_compute_pipelines, *link, device, "vkCreateComputePipelines");
    return link;
}

template <typename Link, typename Handle>
void destroy_linked(Links<Link>& links, Handle handle, const VkAllocationCallbacks* allocator) {
    if (handle != VK_NULL_HANDLE) {
        links.take(handle)->destroy(handle, allocator);
    }
}

} // namespace

VkResult create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                         VkInstance* instance) noexcept {
    auto* chain =
        find_link<VkLayerInstanceCreateInfo>(*info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (chain == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const PFN_vkGetInstanceProcAddr get = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    const auto create =
        reinterpret_cast<PFN_vkCreateInstance>(get(VK_NULL_HANDLE, "vkCreateInstance"));
    if (create == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    const VkResult result = create(info, allocator, instance);
    if (result != VK_SUCCESS) {
        return result;
    }
    const auto destroy =
        reinterpret_cast<PFN_vkDestroyInstance>(get(*instance, "vkDestroyInstance"));
    try {
        auto link = std::make_unique<InstanceLink>();
        *link = {*instance, application_text(info->pApplicationInfo), get, destroy};
        instance_links().add(*instance, std::move(link));
    } catch (...) {
        destroy(*instance, allocator);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    return VK_SUCCESS;
}

void destroy_instance(VkInstance instance, const VkAllocationCallbacks* allocator) noexcept {
    destroy_linked(instance_links(), instance, allocator);
}

VkResult create_device(VkPhysicalDevice physical_device, const VkDeviceCreateInfo* info,
                       const VkAllocationCallbacks* allocator, VkDevice* device) noexcept {
    auto* chain =
        find_link<VkLayerDeviceCreateInfo>(*info, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    const InstanceLink* instance = instance_links().find(physical_device);
    if (chain == nullptr || instance == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const PFN_vkGetDeviceProcAddr get = chain->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    const auto create = reinterpret_cast<PFN_vkCreateDevice>(
        chain->u.pLayerInfo->pfnNextGetInstanceProcAddr(instance->instance, "vkCreateDevice"));
    if (create == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    const VkResult result = create(physical_device, info, allocator, device);
    if (result != VK_SUCCESS) {
        return result;
    }
    try {
        std::unique_ptr<DeviceLink> link = make_device_link(get, *device);
        if (CaptureFile* file = capture_file(); file != nullptr) {
            link->recorder = std::make_unique<Recorder>(*file);
            link->recorder->record_application(instance->application, asks_for_robustness(*info));
        }
        device_links().add(*device, std::move(link));
    } catch (...) {
        reinterpret_cast<PFN_vkDestroyDevice>(get(*device, "vkDestroyDevice"))(*device, allocator);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    return VK_SUCCESS;
}

void destroy_device(VkDevice device, const VkAllocationCallbacks* allocator) noexcept {
    destroy_linked(device_links(), device, allocator);
}

PFN_vkVoidFunction get_instance_function(VkInstance instance, const char* name) noexcept {
    const std::string_view text = name;
    if (text == "vkGetInstanceProcAddr") {
        return as_void(get_instance_function);
    }
    if (text == "vkCreateInstance") {
        return as_void(create_instance);
    }
    const InstanceLink* link =
        instance != VK_NULL_HANDLE ? instance_links().find(instance) : nullptr;
    if (link == nullptr) {
        return nullptr;
    }
    if (text == "vkDestroyInstance") {
        return as_void(destroy_instance);
    }
    if (text == "vkCreateDevice") {
        return as_void(create_device);
    }
    const PFN_vkVoidFunction next = link->get(instance, name);
    const PFN_vkVoidFunction hook = find_device_hook(name);
    return next != nullptr && hook != nullptr ? hook : next;
}

PFN_vkVoidFunction get_device_function(VkDevice device, const char* name) noexcept {
    const DeviceLink* link = device_links().find(device);
    const PFN_vkVoidFunction next = link != nullptr ? link->get(device, name) : nullptr;
    const PFN_vkVoidFunction hook = find_device_hook(name);
    return next != nullptr && hook != nullptr ? hook : next;
}

} // namespace jacquard::layer

// The only name that the library shows; the loader asks for all others by it.
extern "C" VK_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
    constexpr std::uint32_t kVersion = 2;
    if (interface == nullptr || interface->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT ||
        interface->loaderLayerInterfaceVersion < kVersion) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    interface->loaderLayerInterfaceVersion = kVersion;
    interface->pfnGetInstanceProcAddr = jacquard::layer::get_instance_function;
    interface->pfnGetDeviceProcAddr = jacquard::layer::get_device_function;
    interface->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
