#pragma once

#include <jacquard/layer/state_writer.h>

#include <cstdint>
#include <set>
#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

// The context decides which parts of chained structures mean something.
struct ChainContext {
    std::set<VkDynamicState> dynamic = {};
    // The formats of attachments belong to pipelines without a render pass that have an output.
    bool has_attachment_formats = false;
};

// Returns the structure of a chain that has the type, or none.
template <typename Structure>
[[nodiscard]] const Structure* find_chained(const void* chain, VkStructureType type) {
    for (const auto* at = static_cast<const VkBaseInStructure*>(chain); at != nullptr;
         at = at->pNext) {
        if (at->sType == type) {
            return reinterpret_cast<const Structure*>(at);
        }
    }
    return nullptr;
}

// Writes the chain of a structure as its member "pNext". A structure of which the format, or this
// code, knows nothing is left out, with a note.
void write_chain(StateWriter& out, const void* chain, const ChainContext& context = {});

// Writes which attachment a subpass uses, and how: chains have such references and are in them.
void write_attachment(StateWriter& out, const VkAttachmentReference2& attachment);

} // namespace jacquard::layer
