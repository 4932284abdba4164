#include "device.h"

#include <array>
#include <cstring>

namespace jacquard::vulkan {

namespace {

constexpr std::uint64_t kMostNanoseconds = 10'000'000'000;

// A Vulkan structure with its type set and all else zero.
template <typename T>
T make(VkStructureType type) {
    T value{};
    value.sType = type;
    return value;
}

struct Features {
    VkPhysicalDeviceFeatures2 core =
        make<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    VkPhysicalDeviceVulkan11Features v11 = make<VkPhysicalDeviceVulkan11Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
    VkPhysicalDeviceVulkan12Features v12 = make<VkPhysicalDeviceVulkan12Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
    VkPhysicalDeviceVulkan13Features v13 = make<VkPhysicalDeviceVulkan13Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback =
        make<VkPhysicalDeviceTransformFeedbackFeaturesEXT>(
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT);

    explicit Features(bool with_feedback) {
        core.pNext = &v11;
        v11.pNext = &v12;
        v12.pNext = &v13;
        if (with_feedback) {
            v13.pNext = &feedback;
        }
    }
};

bool has_extension(VkPhysicalDevice device, const char* name) {
    std::uint32_t count = 0;
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> all(count);
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data());
    for (const VkExtensionProperties& extension : all) {
        if (std::strcmp(extension.extensionName, name) == 0) {
            return true;
        }
    }
    return false;
}

VkBufferImageCopy whole(const Image& image, VkImageAspectFlags aspect) {
    VkBufferImageCopy copy{};
    copy.imageSubresource = {aspect, 0, 0, image.shape.layers};
    copy.imageExtent = image.shape.extent;
    return copy;
}

} // namespace

void check(VkResult result, const char* call) {
    if (result != VK_SUCCESS) {
        throw DeviceError(std::string(call) + " returned " + std::to_string(result));
    }
}

Device::Device() {
    VkApplicationInfo application = make<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info = make<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
    info.pApplicationInfo = &application;
    check(vkCreateInstance(&info, nullptr, &instance_), "vkCreateInstance");
    if (!choose_device()) {
        vkDestroyInstance(instance_, nullptr);
        throw DeviceError("there is no Vulkan 1.3 device with graphics and compute");
    }
    open_device();
}

Device::~Device() {
    vkDestroyCommandPool(device_, pool_, nullptr);
    vkDestroyDevice(device_, nullptr);
    vkDestroyInstance(instance_, nullptr);
}

bool Device::choose_device() {
    std::uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance_, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance_, &count, devices.data());
    for (const VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(device, &properties);
        std::uint32_t families = 0;
        vkGetPhysicalDeviceQueueFamilyProperties(device, &families, nullptr);
        std::vector<VkQueueFamilyProperties> family(families);
        vkGetPhysicalDeviceQueueFamilyProperties(device, &families, family.data());
        for (std::uint32_t i = 0; i < families; ++i) {
            constexpr VkQueueFlags kWanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
            if (properties.apiVersion >= VK_API_VERSION_1_3 &&
                (family[i].queueFlags & kWanted) == kWanted) {
                physical_ = device;
                family_ = i;
                name_ = properties.deviceName;
                return true;
            }
        }
    }
    return false;
}

void Device::open_device() {
    has_transform_feedback_ = has_extension(physical_, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME);
    Features features(has_transform_feedback_);
    vkGetPhysicalDeviceFeatures2(physical_, &features.core);
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);

    const float priority = 1.0F;
    auto queue = make<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
    queue.queueFamilyIndex = family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    auto info = make<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
    info.pNext = &features.core;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    const char* const extension = VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME;
    info.enabledExtensionCount = has_transform_feedback_ ? 1 : 0;
    info.ppEnabledExtensionNames = &extension;
    check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
    vkGetDeviceQueue(device_, family_, 0, &queue_);
    auto pool = make<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    pool.queueFamilyIndex = family_;
    check(vkCreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
}

std::uint32_t Device::memory_type(std::uint32_t allowed, VkMemoryPropertyFlags wanted) const {
    for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
        if ((allowed >> i & 1) != 0 && (memory_.memoryTypes[i].propertyFlags & wanted) == wanted) {
            return i;
        }
    }
    throw DeviceError("no memory of the kind that is needed");
}

VkDeviceMemory Device::allocate(const VkMemoryRequirements& needed, VkMemoryPropertyFlags wanted,
                                Cleanup& cleanup) const {
    auto info = make<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    info.allocationSize = needed.size;
    info.memoryTypeIndex = memory_type(needed.memoryTypeBits, wanted);
    VkDeviceMemory memory = VK_NULL_HANDLE;
    check(vkAllocateMemory(device_, &info, nullptr, &memory), "vkAllocateMemory");
    cleanup.later([device = device_, memory] { vkFreeMemory(device, memory, nullptr); });
    return memory;
}

Buffer Device::make_buffer(VkDeviceSize bytes, VkBufferUsageFlags usage, Cleanup& cleanup) const {
    auto info = make<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = bytes == 0 ? 4 : bytes;
    info.usage = usage;
    Buffer buffer;
    buffer.bytes = info.size;
    check(vkCreateBuffer(device_, &info, nullptr, &buffer.handle), "vkCreateBuffer");
    cleanup.later([device = device_, buffer] { vkDestroyBuffer(device, buffer.handle, nullptr); });
    VkMemoryRequirements needed;
    vkGetBufferMemoryRequirements(device_, buffer.handle, &needed);
    VkDeviceMemory memory =
        allocate(needed, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                 cleanup);
    check(vkBindBufferMemory(device_, buffer.handle, memory, 0), "vkBindBufferMemory");
    void* mapped = nullptr;
    check(vkMapMemory(device_, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    std::memset(mapped, 0, info.size);
    buffer.words = static_cast<std::uint32_t*>(mapped);
    return buffer;
}

Image Device::make_image(const ImageShape& shape, Cleanup& cleanup) const {
    Image image;
    image.shape = shape;
    auto info = make<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
    const bool is_cube = shape.view_type == VK_IMAGE_VIEW_TYPE_CUBE ||
                         shape.view_type == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    if (is_cube) {
        info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    }
    info.imageType = shape.type;
    info.format = shape.format;
    info.extent = shape.extent;
    info.mipLevels = 1;
    info.arrayLayers = shape.layers;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = shape.usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    check(vkCreateImage(device_, &info, nullptr, &image.handle), "vkCreateImage");
    cleanup.later([device = device_, image] { vkDestroyImage(device, image.handle, nullptr); });
    VkMemoryRequirements needed;
    vkGetImageMemoryRequirements(device_, image.handle, &needed);
    check(vkBindImageMemory(device_, image.handle, allocate(needed, 0, cleanup), 0),
          "vkBindImageMemory");
    auto view = make<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
    view.image = image.handle;
    view.viewType = shape.view_type;
    view.format = shape.format;
    view.subresourceRange = {shape.aspect, 0, 1, 0, shape.layers};
    check(vkCreateImageView(device_, &view, nullptr, &image.view), "vkCreateImageView");
    cleanup.later([device = device_, image] { vkDestroyImageView(device, image.view, nullptr); });
    return image;
}

VkShaderModule Device::make_module(const std::vector<std::uint32_t>& words,
                                   Cleanup& cleanup) const {
    auto info = make<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    info.codeSize = words.size() * sizeof(std::uint32_t);
    info.pCode = words.data();
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(device_, &info, nullptr, &module), "vkCreateShaderModule");
    cleanup.later([device = device_, module] { vkDestroyShaderModule(device, module, nullptr); });
    return module;
}

void Device::submit(const std::function<void(VkCommandBuffer)>& record) const {
    Cleanup cleanup;
    auto info = make<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    info.commandPool = pool_;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    check(vkAllocateCommandBuffers(device_, &info, &commands), "vkAllocateCommandBuffers");
    cleanup.later([this, commands] { vkFreeCommandBuffers(device_, pool_, 1, &commands); });
    auto begin = make<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    record(commands);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");

    auto fence_info = make<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
    VkFence fence = VK_NULL_HANDLE;
    check(vkCreateFence(device_, &fence_info, nullptr, &fence), "vkCreateFence");
    cleanup.later([this, fence] { vkDestroyFence(device_, fence, nullptr); });
    auto submission = make<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &commands;
    check(vkQueueSubmit(queue_, 1, &submission, fence), "vkQueueSubmit");
    check(vkWaitForFences(device_, 1, &fence, VK_TRUE, kMostNanoseconds), "vkWaitForFences");
}

void record_barrier(VkCommandBuffer commands) {
    auto barrier = make<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &barrier, 0, nullptr, 0, nullptr);
}

void prepare_image(VkCommandBuffer commands, const Image& image) {
    auto barrier = make<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image.handle;
    barrier.subresourceRange = {image.shape.aspect, 0, 1, 0, image.shape.layers};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0, nullptr, 1,
                         &barrier);
}

void record_upload(VkCommandBuffer commands, const Buffer& from, const Image& to) {
    const VkBufferImageCopy copy = whole(to, to.shape.aspect);
    vkCmdCopyBufferToImage(commands, from.handle, to.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
}

void record_download(VkCommandBuffer commands, const Image& from, VkImageAspectFlags aspect,
                     const Buffer& to) {
    const VkBufferImageCopy copy = whole(from, aspect);
    vkCmdCopyImageToBuffer(commands, from.handle, VK_IMAGE_LAYOUT_GENERAL, to.handle, 1, &copy);
}

} // namespace jacquard::vulkan
