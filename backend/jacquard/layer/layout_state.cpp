#include <jacquard/layer/chained_state.h>
#include <jacquard/layer/layout_state.h>

namespace jacquard::layer {

namespace {

void write_binding(StateWriter& out, const VkDescriptorSetLayoutBinding& binding) {
    out.object([&] {
        out.member("descriptorType", binding.descriptorType)
            .member("descriptorCount", binding.descriptorCount)
            .member("stageFlags", binding.stageFlags)
            .member("binding", binding.binding);
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
        out.member("flags", info.flags)
            .member("minFilter", info.minFilter)
            .member("magFilter", info.magFilter)
            .member("maxAnisotropy", info.maxAnisotropy)
            .member("compareOp", info.compareOp)
            .member("anisotropyEnable", info.anisotropyEnable)
            .member("mipmapMode", info.mipmapMode)
            .member("addressModeU", info.addressModeU)
            .member("addressModeV", info.addressModeV)
            .member("addressModeW", info.addressModeW)
            .member("borderColor", info.borderColor)
            .member("unnormalizedCoordinates", info.unnormalizedCoordinates)
            .member("compareEnable", info.compareEnable)
            .member("mipLodBias", info.mipLodBias)
            .member("minLod", info.minLod)
            .member("maxLod", info.maxLod);
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
                           out.member("stageFlags", range.stageFlags)
                               .member("size", range.size)
                               .member("offset", range.offset);
                       });
                   })
            .array("setLayouts", info.pSetLayouts, info.setLayoutCount,
                   [&](VkDescriptorSetLayout layout) {
                       out.reference(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, layout);
                   });
    });
}

} // namespace jacquard::layer
