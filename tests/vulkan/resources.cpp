#include "resources.h"

#include <jacquard/support/hex.h>

#include <algorithm>
#include <array>

namespace jacquard::vulkan {

namespace {

constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_ALL;

template <typename T>
T make(VkStructureType type) {
    T value{};
    value.sType = type;
    return value;
}

// The formats of which recordings are made.
VkFormat format_of(const driver::RecordedTexture& texture) {
    switch (texture.format) {
    case nir::TexelFormat::d32f: return VK_FORMAT_D32_SFLOAT;
    case nir::TexelFormat::rgba32f: return VK_FORMAT_R32G32B32A32_SFLOAT;
    case nir::TexelFormat::rgba32i: return VK_FORMAT_R32G32B32A32_SINT;
    case nir::TexelFormat::rgba32ui: return VK_FORMAT_R32G32B32A32_UINT;
    default:
        throw DeviceError("no texture is made of the format '" + std::string(texture.info().name) +
                          "'");
    }
}

VkCompareOp compare_of(nir::TexelComparison comparison) {
    switch (comparison) {
    case nir::TexelComparison::never: return VK_COMPARE_OP_NEVER;
    case nir::TexelComparison::less: return VK_COMPARE_OP_LESS;
    case nir::TexelComparison::equal: return VK_COMPARE_OP_EQUAL;
    case nir::TexelComparison::less_or_equal: return VK_COMPARE_OP_LESS_OR_EQUAL;
    case nir::TexelComparison::greater: return VK_COMPARE_OP_GREATER;
    case nir::TexelComparison::not_equal: return VK_COMPARE_OP_NOT_EQUAL;
    case nir::TexelComparison::greater_or_equal: return VK_COMPARE_OP_GREATER_OR_EQUAL;
    case nir::TexelComparison::always: break;
    }
    return VK_COMPARE_OP_ALWAYS;
}

// Returns the shape of a case's texture for a variable of the module.
ImageShape shape_of(const driver::RecordedTexture& texture, bool is_arrayed) {
    ImageShape shape;
    shape.format = format_of(texture);
    shape.aspect = texture.info().has_depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    shape.extent = {texture.size[0], texture.size[1], texture.size[2]};
    shape.layers = texture.layers;
    if (texture.dim == "1D") {
        shape.type = VK_IMAGE_TYPE_1D;
        shape.view_type = is_arrayed ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_1D;
    } else if (texture.dim == "2D") {
        shape.view_type = is_arrayed ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    } else if (texture.dim == "3D") {
        shape.type = VK_IMAGE_TYPE_3D;
        shape.view_type = VK_IMAGE_VIEW_TYPE_3D;
    } else if (texture.dim == "Cube") {
        shape.view_type = is_arrayed ? VK_IMAGE_VIEW_TYPE_CUBE_ARRAY : VK_IMAGE_VIEW_TYPE_CUBE;
    } else {
        throw DeviceError("no texture is made for the dimension '" + texture.dim + "'");
    }
    return shape;
}

driver::Words content_of(const Buffer& buffer) {
    return {buffer.words, buffer.words + buffer.bytes / 4};
}

} // namespace

Resources::Resources(const Device& device, const driver::RecordedCase& recorded,
                     const ModuleInterface& module, Cleanup& cleanup)
    : device_(device), case_(recorded), module_(module), cleanup_(cleanup) {
    for (const auto& [key, words] : recorded.uniform_buffers) {
        add_buffer(key, words, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
    }
    for (const auto& [key, words] : recorded.storage_buffers) {
        add_buffer(key, words, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    }
    for (const auto& [key, texture] : recorded.textures) {
        add_image(key, texture, false);
    }
    for (const auto& [key, texture] : recorded.images) {
        add_image(key, texture, true);
    }
    for (const auto& [key, state] : recorded.samplers) {
        Bound bound{place_of(key), VK_DESCRIPTOR_TYPE_SAMPLER, {}, {}};
        bound.image.sampler = make_sampler(state.value_or(driver::SamplerState{}));
        bound_.push_back(bound);
    }
    make_sets();
}

// `set.binding` or `set.binding[element]`.
Resources::Place Resources::place_of(const std::string& key) {
    const std::size_t dot = key.find('.');
    const std::size_t bracket = std::min(key.find('['), key.size());
    if (dot < bracket) {
        const auto set = driver::parse_number<std::uint32_t>(key.substr(0, dot));
        const auto binding =
            driver::parse_number<std::uint32_t>(key.substr(dot + 1, bracket - dot - 1));
        const auto element = bracket == key.size() ? std::optional(0U)
                                                   : driver::parse_number<std::uint32_t>(key.substr(
                                                         bracket + 1, key.size() - bracket - 2));
        if (set && binding && element && *set < 8 && *binding < 4096 && *element < 1024) {
            return {*set, *binding, *element};
        }
    }
    throw DeviceError("the resource '" + key + "' has no place in a set");
}

void Resources::add_buffer(const std::string& key, const driver::Words& words,
                           VkDescriptorType type) {
    const bool is_storage = type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    Buffer buffer = device_.make_buffer(words.size() * 4,
                                        is_storage ? VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
                                                   : VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                        cleanup_);
    std::copy(words.begin(), words.end(), buffer.words);
    Bound bound{place_of(key), type, {}, {}};
    bound.buffer = {buffer.handle, 0, buffer.bytes};
    bound_.push_back(bound);
    if (is_storage) {
        storage_.emplace_back(key, buffer);
    }
}

void Resources::add_image(const std::string& key, const driver::RecordedTexture& texture,
                          bool is_storage) {
    const auto type = module_.images.find(key.substr(0, key.find('[')));
    ImageShape shape = shape_of(texture, type != module_.images.end() && type->second.is_arrayed);
    shape.usage = is_storage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT;
    if (texture.levels != 1 || texture.samples != 1) {
        throw DeviceError("the texture '" + key + "' has several levels or samples");
    }
    const std::size_t words = texture.num_words();
    if (words != texture.texels.size()) {
        throw DeviceError("the texture '" + key + "' does not have the texels of its size");
    }
    Texels texels{
        key, device_.make_image(shape, cleanup_),
        device_.make_buffer(words * 4,
                            VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                            cleanup_),
        is_storage};
    std::copy(texture.texels.begin(), texture.texels.end(), texels.words.words);
    Bound bound{place_of(key),
                is_storage            ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                : texture.is_combined ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                      : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                {},
                {}};
    bound.image = {texture.is_combined ? make_sampler(texture.sampler) : VK_NULL_HANDLE,
                   texels.image.view, VK_IMAGE_LAYOUT_GENERAL};
    bound_.push_back(bound);
    texels_.push_back(std::move(texels));
}

// Nearest texel, clamped to the edge, of the only level.
VkSampler Resources::make_sampler(const driver::SamplerState& state) {
    driver::SamplerState other;
    other.compares = state.compares;
    other.comparison = state.comparison;
    if (other != state) {
        throw DeviceError("no sampler is made that does more than to compare");
    }
    auto info = make<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
    info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    if (state.compares) {
        info.compareEnable = VK_TRUE;
        info.compareOp = compare_of(state.comparison);
    }
    VkSampler sampler = VK_NULL_HANDLE;
    check(vkCreateSampler(device_.handle(), &info, nullptr, &sampler), "vkCreateSampler");
    cleanup_.later(
        [device = device_.handle(), sampler] { vkDestroySampler(device, sampler, nullptr); });
    return sampler;
}

void Resources::make_sets() {
    const VkDevice device = device_.handle();
    std::uint32_t num_sets = 0;
    for (const Bound& bound : bound_) {
        num_sets = std::max(num_sets, bound.place.set + 1);
    }
    std::vector<VkDescriptorSetLayout> layouts;
    std::vector<VkDescriptorPoolSize> sizes;
    for (std::uint32_t set = 0; set < num_sets; ++set) {
        std::map<std::uint32_t, VkDescriptorSetLayoutBinding> bindings;
        for (const Bound& bound : bound_) {
            if (bound.place.set != set) {
                continue;
            }
            sizes.push_back({bound.type, 1});
            VkDescriptorSetLayoutBinding& binding = bindings[bound.place.binding];
            if (binding.descriptorCount != 0 && binding.descriptorType != bound.type) {
                throw DeviceError("two kinds of resource at one binding");
            }
            binding = {bound.place.binding, bound.type,
                       std::max(binding.descriptorCount, bound.place.element + 1), kStages,
                       nullptr};
        }
        std::vector<VkDescriptorSetLayoutBinding> list;
        for (const auto& [number, binding] : bindings) {
            list.push_back(binding);
            sizes.push_back({binding.descriptorType, binding.descriptorCount});
        }
        auto info = make<VkDescriptorSetLayoutCreateInfo>(
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
        info.bindingCount = static_cast<std::uint32_t>(list.size());
        info.pBindings = list.data();
        VkDescriptorSetLayout layout = VK_NULL_HANDLE;
        check(vkCreateDescriptorSetLayout(device, &info, nullptr, &layout),
              "vkCreateDescriptorSetLayout");
        cleanup_.later([device, layout] { vkDestroyDescriptorSetLayout(device, layout, nullptr); });
        layouts.push_back(layout);
    }

    VkPushConstantRange range{kStages, 0,
                              static_cast<std::uint32_t>(case_.push_constants.size() * 4)};
    auto info = make<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    info.setLayoutCount = num_sets;
    info.pSetLayouts = layouts.data();
    info.pushConstantRangeCount = range.size != 0 ? 1 : 0;
    info.pPushConstantRanges = &range;
    check(vkCreatePipelineLayout(device, &info, nullptr, &layout_), "vkCreatePipelineLayout");
    cleanup_.later(
        [device, layout = layout_] { vkDestroyPipelineLayout(device, layout, nullptr); });
    if (num_sets == 0) {
        return;
    }

    auto pool_info =
        make<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    pool_info.maxSets = num_sets;
    pool_info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
    pool_info.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    check(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
    cleanup_.later([device, pool] { vkDestroyDescriptorPool(device, pool, nullptr); });
    auto allocation =
        make<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    allocation.descriptorPool = pool;
    allocation.descriptorSetCount = num_sets;
    allocation.pSetLayouts = layouts.data();
    sets_.resize(num_sets);
    check(vkAllocateDescriptorSets(device, &allocation, sets_.data()), "vkAllocateDescriptorSets");
    for (const Bound& bound : bound_) {
        auto write = make<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
        write.dstSet = sets_[bound.place.set];
        write.dstBinding = bound.place.binding;
        write.dstArrayElement = bound.place.element;
        write.descriptorCount = 1;
        write.descriptorType = bound.type;
        write.pBufferInfo = &bound.buffer;
        write.pImageInfo = &bound.image;
        vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
    }
}

void Resources::record_before(VkCommandBuffer commands) const {
    for (const Texels& texels : texels_) {
        prepare_image(commands, texels.image);
        record_upload(commands, texels.words, texels.image);
    }
    record_barrier(commands);
}

void Resources::record_bind(VkCommandBuffer commands, VkPipelineBindPoint point) const {
    if (!sets_.empty()) {
        vkCmdBindDescriptorSets(commands, point, layout_, 0,
                                static_cast<std::uint32_t>(sets_.size()), sets_.data(), 0, nullptr);
    }
    if (!case_.push_constants.empty()) {
        vkCmdPushConstants(commands, layout_, kStages, 0,
                           static_cast<std::uint32_t>(case_.push_constants.size() * 4),
                           case_.push_constants.data());
    }
}

void Resources::record_after(VkCommandBuffer commands) const {
    record_barrier(commands);
    for (const Texels& texels : texels_) {
        if (texels.is_storage) {
            record_download(commands, texels.image, texels.image.shape.aspect, texels.words);
        }
    }
    record_barrier(commands);
}

driver::ByKey<driver::Words> Resources::storage_buffers() const {
    driver::ByKey<driver::Words> contents;
    for (const auto& [key, buffer] : storage_) {
        contents.emplace_back(key, content_of(buffer));
    }
    return contents;
}

driver::ByKey<driver::Words> Resources::images() const {
    driver::ByKey<driver::Words> contents;
    for (const Texels& texels : texels_) {
        if (texels.is_storage) {
            contents.emplace_back(texels.key, content_of(texels.words));
        }
    }
    return contents;
}

} // namespace jacquard::vulkan
