#include <jacquard/layer/chained_state.h>
#include <jacquard/layer/notes.h>

#include <algorithm>
#include <string>

namespace jacquard::layer {

namespace {

void write_extent(StateWriter& out, std::string_view name, const VkExtent2D& extent) {
    out.object(name, [&] { out.members("width", extent.width, "height", extent.height); });
}

void write_attachment(StateWriter& out, std::string_view name,
                      const VkAttachmentReference2* attachment) {
    if (attachment != nullptr) {
        out.name(name);
        write_attachment(out, *attachment);
    }
}

// Chained structures of pipelines and their stages.

void write_members(StateWriter& out, const VkPipelineRenderingCreateInfo& info,
                   const ChainContext& context) {
    const bool has_formats = context.has_attachment_formats;
    out.members("depthAttachmentFormat", has_formats ? info.depthAttachmentFormat : 0,
                "stencilAttachmentFormat", has_formats ? info.stencilAttachmentFormat : 0,
                "viewMask", info.viewMask)
        .numbers("colorAttachmentFormats", info.pColorAttachmentFormats,
                 has_formats ? info.colorAttachmentCount : 0);
}

void write_members(StateWriter& out, const VkGraphicsPipelineLibraryCreateInfoEXT& info,
                   const ChainContext&) {
    out.member("flags", info.flags);
}

void write_members(StateWriter& out, const VkPipelineLibraryCreateInfoKHR& info,
                   const ChainContext&) {
    out.array("libraries", info.pLibraries, info.libraryCount,
              [&](VkPipeline library) { out.reference(VK_OBJECT_TYPE_PIPELINE, library); });
}

void write_members(StateWriter& out, const VkPipelineFragmentShadingRateStateCreateInfoKHR& info,
                   const ChainContext& context) {
    if (!context.dynamic.contains(VK_DYNAMIC_STATE_FRAGMENT_SHADING_RATE_KHR)) {
        write_extent(out, "fragmentSize", info.fragmentSize);
        out.numbers("combinerOps", info.combinerOps, 2);
    }
}

void write_members(StateWriter& out, const VkPipelineRobustnessCreateInfoEXT& info,
                   const ChainContext&) {
    out.members("storageBuffers", info.storageBuffers, "vertexInputs", info.vertexInputs);
    out.members("uniformBuffers", info.uniformBuffers, "images", info.images);
}

void write_members(StateWriter& out,
                   const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo& info,
                   const ChainContext&) {
    out.member("requiredSubgroupSize", info.requiredSubgroupSize);
}

// Chained structures of the parts of a graphics pipeline's state.

void write_members(StateWriter& out, const VkPipelineTessellationDomainOriginStateCreateInfo& info,
                   const ChainContext&) {
    out.member("domainOrigin", info.domainOrigin);
}

void write_members(StateWriter& out, const VkPipelineVertexInputDivisorStateCreateInfoEXT& info,
                   const ChainContext&) {
    out.member("vertexBindingDivisorCount", info.vertexBindingDivisorCount)
        .array("vertexBindingDivisors", info.pVertexBindingDivisors, info.vertexBindingDivisorCount,
               [&](const VkVertexInputBindingDivisorDescriptionEXT& divisor) {
                   out.object([&] {
                       out.members("binding", divisor.binding, "divisor", divisor.divisor);
                   });
               });
}

void write_members(StateWriter& out, const VkPipelineRasterizationDepthClipStateCreateInfoEXT& info,
                   const ChainContext&) {
    out.members("flags", info.flags, "depthClipEnable", info.depthClipEnable);
}

void write_members(StateWriter& out, const VkPipelineRasterizationStateStreamCreateInfoEXT& info,
                   const ChainContext&) {
    out.members("flags", info.flags, "rasterizationStream", info.rasterizationStream);
}

void write_members(StateWriter& out,
                   const VkPipelineRasterizationConservativeStateCreateInfoEXT& info,
                   const ChainContext&) {
    out.members("flags", info.flags, "conservativeRasterizationMode",
                info.conservativeRasterizationMode, "extraPrimitiveOverestimationSize",
                info.extraPrimitiveOverestimationSize);
}

void write_members(StateWriter& out, const VkPipelineRasterizationLineStateCreateInfoEXT& info,
                   const ChainContext&) {
    out.members("lineRasterizationMode", info.lineRasterizationMode, "stippledLineEnable",
                info.stippledLineEnable, "lineStippleFactor", info.lineStippleFactor,
                "lineStipplePattern", info.lineStipplePattern);
}

void write_members(StateWriter& out, const VkPipelineColorBlendAdvancedStateCreateInfoEXT& info,
                   const ChainContext&) {
    out.members("srcPremultiplied", info.srcPremultiplied, "dstPremultiplied",
                info.dstPremultiplied, "blendOverlap", info.blendOverlap);
}

void write_members(StateWriter& out, const VkPipelineViewportDepthClipControlCreateInfoEXT& info,
                   const ChainContext&) {
    out.member("negativeOneToOne", info.negativeOneToOne);
}

void write_members(StateWriter& out,
                   const VkPipelineRasterizationProvokingVertexStateCreateInfoEXT& info,
                   const ChainContext&) {
    out.member("provokingVertexMode", info.provokingVertexMode);
}

void write_members(StateWriter& out, const VkPipelineColorWriteCreateInfoEXT& info,
                   const ChainContext& context) {
    out.member("attachmentCount", info.attachmentCount);
    if (!context.dynamic.contains(VK_DYNAMIC_STATE_COLOR_WRITE_ENABLE_EXT)) {
        out.numbers("colorWriteEnables", info.pColorWriteEnables, info.attachmentCount);
    }
}

// Chained structures of layouts, samplers and render passes.

void write_members(StateWriter& out, const VkDescriptorSetLayoutBindingFlagsCreateInfo& info,
                   const ChainContext&) {
    out.numbers("bindingFlags", info.pBindingFlags, info.bindingCount);
}

void write_members(StateWriter& out, const VkMutableDescriptorTypeCreateInfoEXT& info,
                   const ChainContext&) {
    out.array("mutableDescriptorTypeLists", info.pMutableDescriptorTypeLists,
              info.mutableDescriptorTypeListCount, [&](const VkMutableDescriptorTypeListEXT& list) {
                  out.numbers(list.pDescriptorTypes, list.descriptorTypeCount);
              });
}

void write_members(StateWriter& out, const VkSamplerCustomBorderColorCreateInfoEXT& info,
                   const ChainContext&) {
    out.numbers("customBorderColor", info.customBorderColor.uint32, 4)
        .member("format", info.format);
}

void write_members(StateWriter& out, const VkSamplerReductionModeCreateInfo& info,
                   const ChainContext&) {
    out.member("reductionMode", info.reductionMode);
}

void write_members(StateWriter& out, const VkRenderPassMultiviewCreateInfo& info,
                   const ChainContext&) {
    out.numbers("viewMasks", info.pViewMasks, info.subpassCount)
        .numbers("viewOffsets", info.pViewOffsets, info.dependencyCount)
        .numbers("correlationMasks", info.pCorrelationMasks, info.correlationMaskCount);
}

void write_members(StateWriter& out, const VkRenderPassInputAttachmentAspectCreateInfo& info,
                   const ChainContext&) {
    out.array("aspectReferences", info.pAspectReferences, info.aspectReferenceCount,
              [&](const VkInputAttachmentAspectReference& aspect) {
                  out.object([&] {
                      out.members("subpass", aspect.subpass, "inputAttachmentIndex",
                                  aspect.inputAttachmentIndex, "aspectMask", aspect.aspectMask);
                  });
              });
}

void write_members(StateWriter& out, const VkAttachmentDescriptionStencilLayout& info,
                   const ChainContext&) {
    out.members("stencilInitialLayout", info.stencilInitialLayout, "stencilFinalLayout",
                info.stencilFinalLayout);
}

void write_members(StateWriter& out, const VkAttachmentReferenceStencilLayout& info,
                   const ChainContext&) {
    out.member("stencilLayout", info.stencilLayout);
}

void write_members(StateWriter& out, const VkSubpassDescriptionDepthStencilResolve& info,
                   const ChainContext&) {
    out.members("depthResolveMode", info.depthResolveMode, "stencilResolveMode",
                info.stencilResolveMode);
    write_attachment(out, "depthStencilResolveAttachment", info.pDepthStencilResolveAttachment);
}

void write_members(StateWriter& out, const VkFragmentShadingRateAttachmentInfoKHR& info,
                   const ChainContext&) {
    write_extent(out, "shadingRateAttachmentTexelSize", info.shadingRateAttachmentTexelSize);
    write_attachment(out, "fragmentShadingRateAttachment", info.pFragmentShadingRateAttachment);
}

void write_members(StateWriter& out, const VkMemoryBarrier2& info, const ChainContext&) {
    out.members("srcStageMask", info.srcStageMask, "srcAccessMask", info.srcAccessMask,
                "dstStageMask", info.dstStageMask, "dstAccessMask", info.dstAccessMask);
}

struct ChainedStructure {
    VkStructureType type;
    void (*write)(StateWriter& out, const VkBaseInStructure& base, const ChainContext& context);
};

template <typename Structure>
void write_as(StateWriter& out, const VkBaseInStructure& base, const ChainContext& context) {
    write_members(out, reinterpret_cast<const Structure&>(base), context);
}

constexpr ChainedStructure kStructures[] = {
    {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, write_as<VkPipelineRenderingCreateInfo>},
    {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT,
     write_as<VkGraphicsPipelineLibraryCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR, write_as<VkPipelineLibraryCreateInfoKHR>},
    {VK_STRUCTURE_TYPE_PIPELINE_FRAGMENT_SHADING_RATE_STATE_CREATE_INFO_KHR,
     write_as<VkPipelineFragmentShadingRateStateCreateInfoKHR>},
    {VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT,
     write_as<VkPipelineRobustnessCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
     write_as<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>},
    {VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO,
     write_as<VkPipelineTessellationDomainOriginStateCreateInfo>},
    {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
     write_as<VkPipelineVertexInputDivisorStateCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_DEPTH_CLIP_STATE_CREATE_INFO_EXT,
     write_as<VkPipelineRasterizationDepthClipStateCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_STREAM_CREATE_INFO_EXT,
     write_as<VkPipelineRasterizationStateStreamCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_CONSERVATIVE_STATE_CREATE_INFO_EXT,
     write_as<VkPipelineRasterizationConservativeStateCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT,
     write_as<VkPipelineRasterizationLineStateCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT,
     write_as<VkPipelineRasterizationProvokingVertexStateCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT,
     write_as<VkPipelineViewportDepthClipControlCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_ADVANCED_STATE_CREATE_INFO_EXT,
     write_as<VkPipelineColorBlendAdvancedStateCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_PIPELINE_COLOR_WRITE_CREATE_INFO_EXT,
     write_as<VkPipelineColorWriteCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
     write_as<VkDescriptorSetLayoutBindingFlagsCreateInfo>},
    {VK_STRUCTURE_TYPE_MUTABLE_DESCRIPTOR_TYPE_CREATE_INFO_EXT,
     write_as<VkMutableDescriptorTypeCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT,
     write_as<VkSamplerCustomBorderColorCreateInfoEXT>},
    {VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO,
     write_as<VkSamplerReductionModeCreateInfo>},
    {VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO,
     write_as<VkRenderPassMultiviewCreateInfo>},
    {VK_STRUCTURE_TYPE_RENDER_PASS_INPUT_ATTACHMENT_ASPECT_CREATE_INFO,
     write_as<VkRenderPassInputAttachmentAspectCreateInfo>},
    {VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_STENCIL_LAYOUT,
     write_as<VkAttachmentDescriptionStencilLayout>},
    {VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_STENCIL_LAYOUT,
     write_as<VkAttachmentReferenceStencilLayout>},
    {VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE,
     write_as<VkSubpassDescriptionDepthStencilResolve>},
    {VK_STRUCTURE_TYPE_FRAGMENT_SHADING_RATE_ATTACHMENT_INFO_KHR,
     write_as<VkFragmentShadingRateAttachmentInfoKHR>},
    {VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, write_as<VkMemoryBarrier2>},
};

// These say nothing of an object's state, or are written elsewhere: what a driver returns, names
// for tools, caches, and modules, which have entries of their own.
constexpr VkStructureType kNoState[] = {
    VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO,
    VK_STRUCTURE_TYPE_SHADER_MODULE_VALIDATION_CACHE_CREATE_INFO_EXT,
    VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
    VK_STRUCTURE_TYPE_RENDER_PASS_CREATION_FEEDBACK_CREATE_INFO_EXT,
    VK_STRUCTURE_TYPE_RENDER_PASS_SUBPASS_FEEDBACK_CREATE_INFO_EXT,
    VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
    VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_MODULE_IDENTIFIER_CREATE_INFO_EXT,
};

const ChainedStructure* find_structure(VkStructureType type) {
    const auto* found = std::ranges::find(kStructures, type, &ChainedStructure::type);
    return found != std::end(kStructures) ? found : nullptr;
}

} // namespace

void write_chain(StateWriter& out, const void* chain, const ChainContext& context) {
    std::vector<const VkBaseInStructure*> known;
    for (const auto* at = static_cast<const VkBaseInStructure*>(chain); at != nullptr;
         at = at->pNext) {
        if (find_structure(at->sType) != nullptr) {
            known.push_back(at);
        } else if (std::ranges::find(kNoState, at->sType) == std::end(kNoState)) {
            note("chained structures of type " + std::to_string(at->sType) +
                 " are left out of the state that is written");
        }
    }
    if (known.empty()) {
        return;
    }
    out.array("pNext", known.data(), known.size(), [&](const VkBaseInStructure* at) {
        out.object([&] {
            out.member("sType", at->sType);
            find_structure(at->sType)->write(out, *at, context);
        });
    });
}

void write_attachment(StateWriter& out, const VkAttachmentReference2& attachment) {
    out.object([&] {
        out.members("attachment", attachment.attachment, "layout", attachment.layout, "aspectMask",
                    attachment.aspectMask);
        write_chain(out, attachment.pNext);
    });
}

} // namespace jacquard::layer
