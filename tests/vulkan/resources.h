#pragma once

#include <jacquard/runs/recorded/recorded_case.h>

#include "device.h"
#include "module_interface.h"

#include <map>
#include <string>
#include <vector>

namespace jacquard::vulkan {

// The buffers, textures and images of a case on the device, and the sets that hold them.
class Resources {
  public:
    // Throws a DeviceError where the case binds what the runner cannot make. Both references must
    // outlive this.
    Resources(const Device& device, const driver::RecordedCase& recorded,
              const ModuleInterface& module, Cleanup& cleanup);

    [[nodiscard]] VkPipelineLayout layout() const { return layout_; }

    // Before the run: contents and sets. After it: fetches what images hold.
    void record_before(VkCommandBuffer commands) const;
    void record_bind(VkCommandBuffer commands, VkPipelineBindPoint point) const;
    void record_after(VkCommandBuffer commands) const;

    // Returns the final contents of storage buffers and images.
    [[nodiscard]] driver::ByKey<driver::Words> storage_buffers() const;
    [[nodiscard]] driver::ByKey<driver::Words> images() const;

  private:
    struct Place {
        std::uint32_t set = 0;
        std::uint32_t binding = 0;
        std::uint32_t element = 0;
    };
    struct Bound {
        Place place;
        VkDescriptorType type = VK_DESCRIPTOR_TYPE_SAMPLER;
        VkDescriptorBufferInfo buffer{};
        VkDescriptorImageInfo image{};
    };
    struct Texels {
        std::string key;
        Image image;
        Buffer words;
        bool is_storage = false;
    };

    static Place place_of(const std::string& key);
    void add_buffer(const std::string& key, const driver::Words& words, VkDescriptorType type);
    void add_image(const std::string& key, const driver::RecordedTexture& texture, bool is_storage);
    VkSampler make_sampler(const driver::SamplerState& state);
    void make_sets();

    const Device& device_;
    const driver::RecordedCase& case_;
    const ModuleInterface& module_;
    Cleanup& cleanup_;
    std::vector<Bound> bound_;
    std::vector<Texels> texels_;
    std::vector<std::pair<std::string, Buffer>> storage_;
    std::vector<VkDescriptorSet> sets_;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
};

} // namespace jacquard::vulkan
