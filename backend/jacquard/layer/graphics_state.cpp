#include <jacquard/layer/graphics_state.h>

#include <array>
#include <cstdint>

namespace jacquard::layer {

namespace {

bool has_stage(const VkGraphicsPipelineCreateInfo& info, const GraphicsParts& parts,
               VkShaderStageFlags stages) {
    for (std::uint32_t i = 0; parts.has_pre_rasterisation && i < info.stageCount; ++i) {
        if ((info.pStages[i].stage & stages) != 0) {
            return true;
        }
    }
    return false;
}

// Whether anything reads the state of what comes behind the rasteriser.
bool is_rasterised(const VkGraphicsPipelineCreateInfo& info, const GraphicsParts& parts,
                   const ChainContext& context) {
    return !parts.has_pre_rasterisation || info.pRasterizationState == nullptr ||
           info.pRasterizationState->rasterizerDiscardEnable == VK_FALSE ||
           context.dynamic.contains(VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE);
}

// Returns what is written to: without a render pass, the formats say it.
SubpassUse output_of(const VkGraphicsPipelineCreateInfo& info, const GraphicsParts& parts,
                     SubpassUse subpass) {
    if (info.renderPass != VK_NULL_HANDLE) {
        return subpass;
    }
    const auto* formats = find_chained<VkPipelineRenderingCreateInfo>(
        info.pNext, VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO);
    if (!parts.has_output) {
        return {false, true}; // the formats come with another part
    }
    if (formats == nullptr) {
        return {false, false};
    }
    return {formats->colorAttachmentCount != 0,
            formats->depthAttachmentFormat != VK_FORMAT_UNDEFINED ||
                formats->stencilAttachmentFormat != VK_FORMAT_UNDEFINED};
}

void write_vertex_input(StateWriter& out, const VkPipelineVertexInputStateCreateInfo& state) {
    out.object("vertexInputState", [&] {
        out.member("flags", state.flags)
            .array("attributes", state.pVertexAttributeDescriptions,
                   state.vertexAttributeDescriptionCount,
                   [&](const VkVertexInputAttributeDescription& attribute) {
                       out.object([&] {
                           out.members("location", attribute.location, "binding", attribute.binding,
                                       "offset", attribute.offset, "format", attribute.format);
                       });
                   })
            .array("bindings", state.pVertexBindingDescriptions,
                   state.vertexBindingDescriptionCount,
                   [&](const VkVertexInputBindingDescription& binding) {
                       out.object([&] {
                           out.members("binding", binding.binding, "stride", binding.stride,
                                       "inputRate", binding.inputRate);
                       });
                   });
        write_chain(out, state.pNext);
    });
}

void write_input_assembly(StateWriter& out, const VkPipelineInputAssemblyStateCreateInfo& state) {
    out.object("inputAssemblyState", [&] {
        out.members("flags", state.flags, "topology", state.topology, "primitiveRestartEnable",
                    state.primitiveRestartEnable);
        write_chain(out, state.pNext);
    });
}

void write_tessellation(StateWriter& out, const VkPipelineTessellationStateCreateInfo& state) {
    out.object("tessellationState", [&] {
        out.members("flags", state.flags, "patchControlPoints", state.patchControlPoints);
        write_chain(out, state.pNext);
    });
}

void write_area(StateWriter& out, const VkViewport& area) {
    out.object([&] {
        out.members("x", area.x, "y", area.y, "width", area.width, "height", area.height)
            .members("minDepth", area.minDepth, "maxDepth", area.maxDepth);
    });
}

void write_area(StateWriter& out, const VkRect2D& area) {
    out.object([&] {
        out.members("x", area.offset.x, "y", area.offset.y)
            .members("width", area.extent.width, "height", area.extent.height);
    });
}

// Areas that are set later may lead nowhere, even if the number of them is not.
template <typename Area>
void write_areas(StateWriter& out, std::string_view name, const Area* areas, std::uint32_t count,
                 bool is_dynamic) {
    if (areas != nullptr && !is_dynamic) {
        out.array(name, areas, count, [&](const Area& area) { write_area(out, area); });
    }
}

void write_viewport(StateWriter& out, const VkPipelineViewportStateCreateInfo& state,
                    const ChainContext& context) {
    const auto is_dynamic = [&](VkDynamicState one, VkDynamicState with_count) {
        return context.dynamic.contains(one) || context.dynamic.contains(with_count);
    };
    out.object("viewportState", [&] {
        out.members("flags", state.flags, "viewportCount", state.viewportCount, "scissorCount",
                    state.scissorCount);
        write_areas(out, "viewports", state.pViewports, state.viewportCount,
                    is_dynamic(VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT));
        write_areas(out, "scissors", state.pScissors, state.scissorCount,
                    is_dynamic(VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT));
        write_chain(out, state.pNext, context);
    });
}

void write_rasterisation(StateWriter& out, const VkPipelineRasterizationStateCreateInfo& state,
                         const ChainContext& context) {
    out.object("rasterizationState", [&] {
        out.members("flags", state.flags, "depthBiasConstantFactor", state.depthBiasConstantFactor,
                    "depthBiasSlopeFactor", state.depthBiasSlopeFactor, "depthBiasClamp",
                    state.depthBiasClamp, "depthBiasEnable", state.depthBiasEnable,
                    "depthClampEnable", state.depthClampEnable, "polygonMode", state.polygonMode,
                    "rasterizerDiscardEnable", state.rasterizerDiscardEnable, "frontFace",
                    state.frontFace, "lineWidth", state.lineWidth, "cullMode", state.cullMode);
        write_chain(out, state.pNext, context);
    });
}

void write_multisample(StateWriter& out, const VkPipelineMultisampleStateCreateInfo& state,
                       const ChainContext& context) {
    out.object("multisampleState", [&] {
        out.member("flags", state.flags)
            .members("rasterizationSamples", state.rasterizationSamples, "sampleShadingEnable",
                     state.sampleShadingEnable, "minSampleShading", state.minSampleShading,
                     "alphaToOneEnable", state.alphaToOneEnable, "alphaToCoverageEnable",
                     state.alphaToCoverageEnable);
        if (state.pSampleMask != nullptr &&
            !context.dynamic.contains(VK_DYNAMIC_STATE_SAMPLE_MASK_EXT) &&
            !context.dynamic.contains(VK_DYNAMIC_STATE_RASTERIZATION_SAMPLES_EXT)) {
            out.numbers("sampleMask", state.pSampleMask,
                        (static_cast<std::size_t>(state.rasterizationSamples) + 31) / 32);
        }
        write_chain(out, state.pNext, context);
    });
}

void write_stencil(StateWriter& out, std::string_view name, const VkStencilOpState& state) {
    out.object(name, [&] {
        out.members("compareOp", state.compareOp, "writeMask", state.writeMask)
            .members("reference", state.reference, "compareMask", state.compareMask)
            .members("passOp", state.passOp, "failOp", state.failOp)
            .member("depthFailOp", state.depthFailOp);
    });
}

void write_depth_stencil(StateWriter& out, const VkPipelineDepthStencilStateCreateInfo& state) {
    out.object("depthStencilState", [&] {
        out.members("flags", state.flags, "stencilTestEnable", state.stencilTestEnable,
                    "maxDepthBounds", state.maxDepthBounds, "minDepthBounds", state.minDepthBounds,
                    "depthBoundsTestEnable", state.depthBoundsTestEnable, "depthWriteEnable",
                    state.depthWriteEnable, "depthTestEnable", state.depthTestEnable,
                    "depthCompareOp", state.depthCompareOp);
        write_stencil(out, "front", state.front);
        write_stencil(out, "back", state.back);
        write_chain(out, state.pNext);
    });
}

void write_blend_attachment(StateWriter& out, const VkPipelineColorBlendAttachmentState& state) {
    out.object([&] {
        out.members("dstAlphaBlendFactor", state.dstAlphaBlendFactor, "srcAlphaBlendFactor",
                    state.srcAlphaBlendFactor, "dstColorBlendFactor", state.dstColorBlendFactor,
                    "srcColorBlendFactor", state.srcColorBlendFactor, "colorWriteMask",
                    state.colorWriteMask, "alphaBlendOp", state.alphaBlendOp, "colorBlendOp",
                    state.colorBlendOp, "blendEnable", state.blendEnable);
    });
}

void write_colour_blend(StateWriter& out, const VkPipelineColorBlendStateCreateInfo& state,
                        const ChainContext& context) {
    // When all that they say is dynamic, the attachments may be missing; their number still counts.
    const bool has_attachments =
        !context.dynamic.contains(VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT) ||
        !context.dynamic.contains(VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT) ||
        !context.dynamic.contains(VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT);
    const std::vector<VkPipelineColorBlendAttachmentState> none(
        has_attachments ? 0 : state.attachmentCount);
    out.object("colorBlendState", [&] {
        out.members("flags", state.flags, "logicOp", state.logicOp, "logicOpEnable",
                    state.logicOpEnable)
            .numbers("blendConstants", state.blendConstants, 4)
            .array("attachments", has_attachments ? state.pAttachments : none.data(),
                   state.attachmentCount,
                   [&](const VkPipelineColorBlendAttachmentState& attachment) {
                       write_blend_attachment(out, attachment);
                   });
        write_chain(out, state.pNext, context);
    });
}

} // namespace

GraphicsParts::GraphicsParts(const VkGraphicsPipelineCreateInfo& info) {
    const auto* libraries = find_chained<VkPipelineLibraryCreateInfoKHR>(
        info.pNext, VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR);
    const auto* library = find_chained<VkGraphicsPipelineLibraryCreateInfoEXT>(
        info.pNext, VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT);
    is_linked = libraries != nullptr && libraries->libraryCount != 0;
    if (library != nullptr || is_linked || (info.flags & VK_PIPELINE_CREATE_LIBRARY_BIT_KHR) != 0) {
        const VkFlags flags = library != nullptr ? library->flags : 0;
        has_vertex_input =
            (flags & VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT) != 0;
        has_pre_rasterisation =
            (flags & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT) != 0;
        has_fragment = (flags & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT) != 0;
        has_output = (flags & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT) != 0;
    }
}

void write_graphics_state(StateWriter& out, const VkGraphicsPipelineCreateInfo& info,
                          const GraphicsParts& parts, SubpassUse subpass,
                          const ChainContext& context) {
    constexpr VkShaderStageFlags kTessellation =
        VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT | VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    constexpr VkShaderStageFlags kMesh =
        VK_SHADER_STAGE_TASK_BIT_EXT | VK_SHADER_STAGE_MESH_BIT_EXT;
    const bool rasterised = is_rasterised(info, parts, context);
    const bool has_vertices = parts.has_vertex_input && !has_stage(info, parts, kMesh);
    const SubpassUse output = output_of(info, parts, subpass);

    if (has_stage(info, parts, kTessellation) && info.pTessellationState != nullptr) {
        write_tessellation(out, *info.pTessellationState);
    }
    if (info.pDynamicState != nullptr) {
        out.object("dynamicState", [&] {
            out.member("flags", info.pDynamicState->flags)
                .numbers("dynamicState", info.pDynamicState->pDynamicStates,
                         info.pDynamicState->dynamicStateCount);
        });
    }
    if ((parts.has_fragment || parts.has_output) && rasterised &&
        info.pMultisampleState != nullptr) {
        write_multisample(out, *info.pMultisampleState, context);
    }
    if (has_vertices && info.pVertexInputState != nullptr &&
        !context.dynamic.contains(VK_DYNAMIC_STATE_VERTEX_INPUT_EXT)) {
        write_vertex_input(out, *info.pVertexInputState);
    }
    if (parts.has_pre_rasterisation && info.pRasterizationState != nullptr) {
        write_rasterisation(out, *info.pRasterizationState, context);
    }
    if (has_vertices && info.pInputAssemblyState != nullptr) {
        write_input_assembly(out, *info.pInputAssemblyState);
    }
    if (parts.has_output && rasterised && output.has_colour && info.pColorBlendState != nullptr) {
        write_colour_blend(out, *info.pColorBlendState, context);
    }
    if (parts.has_pre_rasterisation && rasterised && info.pViewportState != nullptr) {
        write_viewport(out, *info.pViewportState, context);
    }
    if (parts.has_fragment && rasterised && output.has_depth_stencil &&
        info.pDepthStencilState != nullptr) {
        write_depth_stencil(out, *info.pDepthStencilState);
    }
}

} // namespace jacquard::layer
