#include <jacquard/layer/chained_state.h>
#include <jacquard/layer/layout_state.h>

namespace jacquard::layer {

namespace {

void write_binding(StateWriter& out, const VkDescriptorSetLayoutBinding& binding) {
    out.object([&] {
        out.members("descriptorType", binding.descriptorType, "descriptorCount",
                    binding.descriptorCount, "stageFlags", binding.stageFlags, "binding",
                    binding.binding);
        // With other types the pointer need not lead anywhere.
        const bool has_samplers =
            binding.descriptorType == VK_DESCRIPTOR_TYPE_SAMPLER ||
            binding.descriptorType == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        if (has_samplers && binding.pImmutableSamplers != nullptr) {
            out.array("immutableSamplers", binding.pImmutableSamplers, binding.descriptorCount,
                      [&](VkSampler sampler) { out.reference(VK_OBJECT_TYPE_SAMPLER, sampler); });
        }
    });
}

} // namespace

void write_sampler(StateWriter& out, const VkSamplerCreateInfo& info) {
    out.object([&] {
        out.members("flags", info.flags, "minFilter", info.minFilter, "magFilter", info.magFilter,
                    "maxAnisotropy", info.maxAnisotropy, "compareOp", info.compareOp,
                    "anisotropyEnable", info.anisotropyEnable, "mipmapMode", info.mipmapMode,
                    "addressModeU", info.addressModeU, "addressModeV", info.addressModeV,
                    "addressModeW", info.addressModeW, "borderColor", info.borderColor,
                    "unnormalizedCoordinates", info.unnormalizedCoordinates, "compareEnable",
                    info.compareEnable, "mipLodBias", info.mipLodBias, "minLod", info.minLod,
                    "maxLod", info.maxLod);
        write_chain(out, info.pNext);
    });
}

void write_set_layout(StateWriter& out, const VkDescriptorSetLayoutCreateInfo& info) {
    out.object([&] {
        out.member("flags", info.flags)
            .array(
                "bindings", info.pBindings, info.bindingCount,
                [&](const VkDescriptorSetLayoutBinding& binding) { write_binding(out, binding); });
        write_chain(out, info.pNext);
    });
}

void write_pipeline_layout(StateWriter& out, const VkPipelineLayoutCreateInfo& info) {
    out.object([&] {
        out.member("flags", info.flags)
            .array("pushConstantRanges", info.pPushConstantRanges, info.pushConstantRangeCount,
                   [&](const VkPushConstantRange& range) {
                       out.object([&] {
                           out.members("stageFlags", range.stageFlags, "size", range.size, "offset",
                                       range.offset);
                       });
                   })
            .array("setLayouts", info.pSetLayouts, info.setLayoutCount,
                   [&](VkDescriptorSetLayout layout) {
                       out.reference(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, layout);
                   });
    });
}

} // namespace jacquard::layer
