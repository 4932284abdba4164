#include <jacquard/layer/chained_state.h>
#include <jacquard/layer/render_pass_state.h>

#include <type_traits>

namespace jacquard::layer {

namespace {

// The second form has chains, and members that came later.
template <typename Structure>
constexpr bool kIsSecondForm = requires(const Structure& info) {
    info.pNext;
};

void write_reference(StateWriter& out, const VkAttachmentReference& reference) {
    out.object(
        [&] { out.members("attachment", reference.attachment, "layout", reference.layout); });
}

void write_reference(StateWriter& out, const VkAttachmentReference2& reference) {
    write_attachment(out, reference);
}

template <typename Reference>
void write_references(StateWriter& out, std::string_view name, const Reference* references,
                      std::uint32_t count) {
    if (references != nullptr) {
        out.array(name, references, count,
                  [&](const Reference& reference) { write_reference(out, reference); });
    }
}

template <typename Dependency>
void write_dependency(StateWriter& out, const Dependency& dependency) {
    out.object([&] {
        out.member("dependencyFlags", dependency.dependencyFlags)
            .members("dstAccessMask", dependency.dstAccessMask, "srcAccessMask",
                     dependency.srcAccessMask, "dstStageMask", dependency.dstStageMask,
                     "srcStageMask", dependency.srcStageMask, "dstSubpass", dependency.dstSubpass,
                     "srcSubpass", dependency.srcSubpass);
        if constexpr (kIsSecondForm<Dependency>) {
            out.member("viewOffset", dependency.viewOffset);
            write_chain(out, dependency.pNext);
        }
    });
}

template <typename Description>
void write_description(StateWriter& out, const Description& attachment) {
    out.object([&] {
        out.members("flags", attachment.flags, "format", attachment.format, "finalLayout",
                    attachment.finalLayout, "initialLayout", attachment.initialLayout, "loadOp",
                    attachment.loadOp, "storeOp", attachment.storeOp, "samples", attachment.samples,
                    "stencilLoadOp", attachment.stencilLoadOp, "stencilStoreOp",
                    attachment.stencilStoreOp);
        if constexpr (kIsSecondForm<Description>) {
            write_chain(out, attachment.pNext);
        }
    });
}

template <typename Subpass>
void write_subpass(StateWriter& out, const Subpass& subpass) {
    out.object([&] {
        out.members("flags", subpass.flags, "pipelineBindPoint", subpass.pipelineBindPoint);
        if constexpr (kIsSecondForm<Subpass>) {
            out.member("viewMask", subpass.viewMask);
        }
        if (subpass.pPreserveAttachments != nullptr) {
            out.numbers("preserveAttachments", subpass.pPreserveAttachments,
                        subpass.preserveAttachmentCount);
        }
        write_references(out, "inputAttachments", subpass.pInputAttachments,
                         subpass.inputAttachmentCount);
        write_references(out, "colorAttachments", subpass.pColorAttachments,
                         subpass.colorAttachmentCount);
        write_references(out, "resolveAttachments", subpass.pResolveAttachments,
                         subpass.colorAttachmentCount);
        if (subpass.pDepthStencilAttachment != nullptr) {
            out.name("depthStencilAttachment");
            write_reference(out, *subpass.pDepthStencilAttachment);
        }
        if constexpr (kIsSecondForm<Subpass>) {
            write_chain(out, subpass.pNext);
        }
    });
}

template <typename Info>
void write_either(StateWriter& out, const Info& info) {
    out.object([&] {
        out.member("flags", info.flags);
        if constexpr (std::is_same_v<Info, VkRenderPassCreateInfo2>) {
            if (info.pCorrelatedViewMasks != nullptr) {
                out.numbers("correlatedViewMasks", info.pCorrelatedViewMasks,
                            info.correlatedViewMaskCount);
            }
        }
        if (info.pDependencies != nullptr) {
            out.array("dependencies", info.pDependencies, info.dependencyCount,
                      [&](const auto& dependency) { write_dependency(out, dependency); });
        }
        if (info.pAttachments != nullptr) {
            out.array("attachments", info.pAttachments, info.attachmentCount,
                      [&](const auto& attachment) { write_description(out, attachment); });
        }
        out.array("subpasses", info.pSubpasses, info.subpassCount,
                  [&](const auto& subpass) { write_subpass(out, subpass); });
        write_chain(out, info.pNext);
    });
}

template <typename Info>
std::vector<SubpassUse> uses_of(const Info& info) {
    std::vector<SubpassUse> uses;
    for (std::uint32_t i = 0; i < info.subpassCount; ++i) {
        const auto& subpass = info.pSubpasses[i];
        SubpassUse use;
        for (std::uint32_t j = 0; j < subpass.colorAttachmentCount; ++j) {
            use.has_colour |= subpass.pColorAttachments[j].attachment != VK_ATTACHMENT_UNUSED;
        }
        use.has_depth_stencil = subpass.pDepthStencilAttachment != nullptr &&
                                subpass.pDepthStencilAttachment->attachment != VK_ATTACHMENT_UNUSED;
        uses.push_back(use);
    }
    return uses;
}

} // namespace

void write_render_pass(StateWriter& out, const VkRenderPassCreateInfo& info) {
    write_either(out, info);
}

void write_render_pass(StateWriter& out, const VkRenderPassCreateInfo2& info) {
    write_either(out, info);
}

std::vector<SubpassUse> subpass_uses(const VkRenderPassCreateInfo& info) {
    return uses_of(info);
}

std::vector<SubpassUse> subpass_uses(const VkRenderPassCreateInfo2& info) {
    return uses_of(info);
}

} // namespace jacquard::layer
