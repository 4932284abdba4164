#pragma once

#include <jacquard/layer/state_writer.h>

#include <cstdint>
#include <span>
#include <vector>
#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

// A stage of a pipeline, and the hash of its module, which may have no handle.
struct Stage {
    const VkPipelineShaderStageCreateInfo* info = nullptr;
    std::uint64_t module = 0;
};

// Returns the stages that a graphics pipeline has: a library of pipelines may show only some of
// those that its description lists.
[[nodiscard]] std::vector<const VkPipelineShaderStageCreateInfo*>
stages_of(const VkGraphicsPipelineCreateInfo& info);

// The state of pipelines. `base` is the hash of the pipeline that they are derived from, or 0.
void write_compute_pipeline(StateWriter& out, const VkComputePipelineCreateInfo& info,
                            const Stage& stage, std::uint64_t base);
// State that Vulkan lets an application leave invalid is not looked at.
void write_graphics_pipeline(StateWriter& out, const VkGraphicsPipelineCreateInfo& info,
                             std::span<const Stage> stages, SubpassUse subpass, std::uint64_t base);

} // namespace jacquard::layer
