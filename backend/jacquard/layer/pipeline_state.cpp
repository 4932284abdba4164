#include <jacquard/layer/chained_state.h>
#include <jacquard/layer/graphics_state.h>
#include <jacquard/layer/pipeline_state.h>

#include <algorithm>

namespace jacquard::layer {

namespace {

void write_specialisation(StateWriter& out, const VkSpecializationInfo& info) {
    out.object("specializationInfo", [&] {
        out.member("dataSize", info.dataSize)
            .bytes_member("data", info.pData, info.dataSize)
            .array("mapEntries", info.pMapEntries, info.mapEntryCount,
                   [&](const VkSpecializationMapEntry& entry) {
                       out.object([&] {
                           out.members("offset", entry.offset, "size", entry.size, "constantID",
                                       entry.constantID);
                       });
                   });
    });
}

void write_stage(StateWriter& out, const Stage& stage) {
    out.object([&] {
        out.member("flags", stage.info->flags)
            .text_member("name", stage.info->pName)
            .hash("module", stage.module)
            .member("stage", stage.info->stage);
        if (stage.info->pSpecializationInfo != nullptr) {
            write_specialisation(out, *stage.info->pSpecializationInfo);
        }
        write_chain(out, stage.info->pNext);
    });
}

// With these, creating a pipeline a second time would fail on purpose.
VkPipelineCreateFlags lasting_flags(VkPipelineCreateFlags flags) {
    return flags & ~static_cast<VkPipelineCreateFlags>(
                       VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT |
                       VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT);
}

template <typename Info>
void write_start(StateWriter& out, const Info& info, std::uint64_t base) {
    out.member("flags", lasting_flags(info.flags))
        .hash("basePipelineHandle", base)
        .member("basePipelineIndex", -1);
}

} // namespace

std::vector<const VkPipelineShaderStageCreateInfo*>
stages_of(const VkGraphicsPipelineCreateInfo& info) {
    const GraphicsParts parts(info);
    std::vector<const VkPipelineShaderStageCreateInfo*> stages;
    if (parts.has_pre_rasterisation || parts.has_fragment) {
        for (std::uint32_t i = 0; i < info.stageCount; ++i) {
            const bool is_fragment = info.pStages[i].stage == VK_SHADER_STAGE_FRAGMENT_BIT;
            if (is_fragment ? parts.has_fragment : parts.has_pre_rasterisation) {
                stages.push_back(&info.pStages[i]);
            }
        }
    }
    return stages;
}

void write_compute_pipeline(StateWriter& out, const VkComputePipelineCreateInfo& info,
                            const Stage& stage, std::uint64_t base) {
    out.object([&] {
        write_start(out, info, base);
        out.reference("layout", VK_OBJECT_TYPE_PIPELINE_LAYOUT, info.layout).name("stage");
        write_stage(out, stage);
        write_chain(out, info.pNext);
    });
}

void write_graphics_pipeline(StateWriter& out, const VkGraphicsPipelineCreateInfo& info,
                             std::span<const Stage> stages, SubpassUse subpass,
                             std::uint64_t base) {
    const GraphicsParts parts(info);
    ChainContext context;
    context.has_attachment_formats = parts.has_output && info.renderPass == VK_NULL_HANDLE;
    if (info.pDynamicState != nullptr) {
        context.dynamic.insert(info.pDynamicState->pDynamicStates,
                               info.pDynamicState->pDynamicStates +
                                   info.pDynamicState->dynamicStateCount);
    }
    // Vertex input and output have no layout and, but for the output, no render pass.
    const bool has_shaders = parts.has_pre_rasterisation || parts.has_fragment;
    const bool has_layout = has_shaders || parts.is_linked;
    const bool has_render_pass = has_shaders || parts.has_output;
    out.object([&] {
        write_start(out, info, base);
        out.reference("layout", VK_OBJECT_TYPE_PIPELINE_LAYOUT,
                      has_layout ? info.layout : VkPipelineLayout{})
            .reference("renderPass", VK_OBJECT_TYPE_RENDER_PASS,
                       has_render_pass ? info.renderPass : VkRenderPass{})
            .member("subpass", has_render_pass ? info.subpass : 0);
        write_graphics_state(out, info, parts, subpass, context);
        out.array("stages", stages.data(), stages.size(),
                  [&](const Stage& stage) { write_stage(out, stage); });
        write_chain(out, info.pNext, context);
    });
}

} // namespace jacquard::layer
