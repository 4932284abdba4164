#pragma once

#include <jacquard/layer/chained_state.h>
#include <jacquard/layer/state_writer.h>

#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

// Which of the four parts of a graphics pipeline a description describes itself: all of them, or,
// for a library of pipelines, some.
struct GraphicsParts {
    explicit GraphicsParts(const VkGraphicsPipelineCreateInfo& info);

    bool has_vertex_input = true;
    bool has_pre_rasterisation = true;
    bool has_fragment = true;
    bool has_output = true;
    bool is_linked = false; // other parts come from libraries
};

// Writes the members of a graphics pipeline that describe its fixed functions.
void write_graphics_state(StateWriter& out, const VkGraphicsPipelineCreateInfo& info,
                          const GraphicsParts& parts, SubpassUse subpass,
                          const ChainContext& context);

} // namespace jacquard::layer
