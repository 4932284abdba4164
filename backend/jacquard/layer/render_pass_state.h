#pragma once

#include <jacquard/layer/state_writer.h>

#include <vector>
#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

// The state of render passes, in either of the two forms that Vulkan has.
void write_render_pass(StateWriter& out, const VkRenderPassCreateInfo& info);
void write_render_pass(StateWriter& out, const VkRenderPassCreateInfo2& info);

[[nodiscard]] std::vector<SubpassUse> subpass_uses(const VkRenderPassCreateInfo& info);
[[nodiscard]] std::vector<SubpassUse> subpass_uses(const VkRenderPassCreateInfo2& info);

} // namespace jacquard::layer
