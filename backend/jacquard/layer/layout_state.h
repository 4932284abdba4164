#pragma once

#include <jacquard/layer/state_writer.h>

#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

void write_sampler(StateWriter& out, const VkSamplerCreateInfo& info);
void write_set_layout(StateWriter& out, const VkDescriptorSetLayoutCreateInfo& info);
void write_pipeline_layout(StateWriter& out, const VkPipelineLayoutCreateInfo& info);

} // namespace jacquard::layer
