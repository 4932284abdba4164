#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>
#include <vulkan/vulkan.h>

namespace jacquard::vulkan {

// Something the device, or this program, cannot do; the message says what.
class DeviceError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Throws a DeviceError unless `result` is VK_SUCCESS.
void check(VkResult result, const char* call);

// Runs actions at the end of a scope, the last first.
class Cleanup {
  public:
    Cleanup() = default;
    Cleanup(const Cleanup&) = delete;
    Cleanup& operator=(const Cleanup&) = delete;
    ~Cleanup() {
        for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
            (*step)();
        }
    }
    void later(std::function<void()> step) { steps_.push_back(std::move(step)); }

  private:
    std::vector<std::function<void()>> steps_;
};

// Memory that both sides see.
struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    std::uint32_t* words = nullptr;
    VkDeviceSize bytes = 0;
};

struct ImageShape {
    VkImageType type = VK_IMAGE_TYPE_2D;
    VkImageViewType view_type = VK_IMAGE_VIEW_TYPE_2D;
    VkFormat format = VK_FORMAT_R32G32B32A32_SFLOAT;
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    VkExtent3D extent{1, 1, 1};
    std::uint32_t layers = 1;
    VkImageUsageFlags usage = 0;
};

// An image with one view of all of it, in the layout GENERAL once prepare_image() was recorded.
struct Image {
    VkImage handle = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    ImageShape shape;
};

// The first Vulkan 1.3 device that has a queue for graphics and compute, with all its features on.
class Device {
  public:
    // Throws a DeviceError where there is none.
    Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    ~Device();

    [[nodiscard]] VkDevice handle() const { return device_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool has_transform_feedback() const { return has_transform_feedback_; }

    // The objects that these make live as long as `cleanup`.
    Buffer make_buffer(VkDeviceSize bytes, VkBufferUsageFlags usage, Cleanup& cleanup) const;
    Image make_image(const ImageShape& shape, Cleanup& cleanup) const;
    VkShaderModule make_module(const std::vector<std::uint32_t>& words, Cleanup& cleanup) const;

    // Records commands and waits until they are done; throws when that takes too long.
    void submit(const std::function<void(VkCommandBuffer)>& record) const;

  private:
    [[nodiscard]] std::uint32_t memory_type(std::uint32_t allowed,
                                            VkMemoryPropertyFlags wanted) const;
    [[nodiscard]] VkDeviceMemory allocate(const VkMemoryRequirements& needed,
                                          VkMemoryPropertyFlags wanted, Cleanup& cleanup) const;
    bool choose_device();
    void open_device();

    VkInstance instance_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    std::uint32_t family_ = 0;
    bool has_transform_feedback_ = false;
    VkPhysicalDeviceMemoryProperties memory_{};
    std::string name_;
};

// All writes before are seen by all reads after.
void record_barrier(VkCommandBuffer commands);
// Brings an image from nowhere into the layout GENERAL.
void prepare_image(VkCommandBuffer commands, const Image& image);
// Both copy all texels of one aspect, packed, x fastest, layer after layer.
void record_upload(VkCommandBuffer commands, const Buffer& from, const Image& to);
void record_download(VkCommandBuffer commands, const Image& from, VkImageAspectFlags aspect,
                     const Buffer& to);

} // namespace jacquard::vulkan
