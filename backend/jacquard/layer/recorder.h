#pragma once

#include <jacquard/layer/capture_file.h>
#include <jacquard/layer/references.h>
#include <jacquard/layer/state_writer.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

// Writes the objects that an application has created on one device. What cannot be written is left
// out with a note. Safe to use from many threads; nothing is thrown.
class Recorder {
  public:
    explicit Recorder(CaptureFile& file) : file_(file) {}

    void record_application(const std::string& application, bool is_robust) noexcept;
    void record(const VkSamplerCreateInfo& info, VkSampler sampler) noexcept;
    void record(const VkDescriptorSetLayoutCreateInfo& info, VkDescriptorSetLayout layout) noexcept;
    void record(const VkPipelineLayoutCreateInfo& info, VkPipelineLayout layout) noexcept;
    void record(const VkRenderPassCreateInfo& info, VkRenderPass render_pass) noexcept;
    void record(const VkRenderPassCreateInfo2& info, VkRenderPass render_pass) noexcept;
    void record(const VkShaderModuleCreateInfo& info, VkShaderModule module) noexcept;

    // Pipelines that were created together; a null handle says that one is not there.
    void record(const VkGraphicsPipelineCreateInfo* infos, const VkPipeline* pipelines,
                std::uint32_t count) noexcept;
    void record(const VkComputePipelineCreateInfo* infos, const VkPipeline* pipelines,
                std::uint32_t count) noexcept;

  private:
    using Hash = std::optional<std::uint64_t>;

    template <typename Record>
    void without_exceptions(std::string_view what, Record record) noexcept;
    template <typename Info>
    void record_render_pass(const Info& info, VkRenderPass render_pass, std::string_view section);
    template <typename Info>
    void record_all(const Info* infos, const VkPipeline* pipelines, std::uint32_t count);

    // Returns the hash under which the object is in the file now.
    template <typename Write>
    Hash write_object(ResourceTag tag, std::string_view section, Write write);
    template <typename Write>
    Hash write_object(ResourceTag tag, Write write) {
        return write_object(tag, section_of(tag), write);
    }
    Hash write_module(const VkShaderModuleCreateInfo& info);
    Hash write_pipeline(const VkGraphicsPipelineCreateInfo& info, std::uint64_t base);
    Hash write_pipeline(const VkComputePipelineCreateInfo& info, std::uint64_t base);
    void write_entry(ResourceTag tag, std::uint64_t hash, std::string_view payload);

    // Returns the hash of the module of a stage, which has a handle or is chained to the stage.
    Hash module_of(const VkPipelineShaderStageCreateInfo& stage);

    CaptureFile& file_;
    References references_;
};

} // namespace jacquard::layer
