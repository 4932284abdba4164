#include <jacquard/draw/pictures/picture_sampler.h>
#include <jacquard/runs/textures/texture_lookup.h>

#include <algorithm>

namespace jacquard::driver::draw {

bool TexturePlace::means(const Resource& resource, std::uint32_t which) const {
    if (name.empty()) {
        return set == resource.set && binding == resource.binding && element == which;
    }
    // Numbers that a shader's language writes so are part of the name.
    return (name == resource.name && element == which) ||
           (which == 0 && name + '[' + std::to_string(element) + ']' == resource.name);
}

std::vector<std::uint32_t> textures_read(const nir::Shader& shader,
                                         std::span<const Resource> resources) {
    std::vector<std::uint32_t> numbers;
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* texture = instruction.as<nir::TextureInstruction>();
            if (texture == nullptr) {
                continue;
            }
            const Resource* resource =
                ir3::find_resource(resources, ResourceKind::texture, texture->texture_index);
            const bool is_any =
                texture->source(nir::TextureSourceType::texture_offset) != nullptr &&
                resource != nullptr;
            const std::uint32_t first = is_any ? resource->first : texture->texture_index;
            for (std::uint32_t i = 0; i < (is_any ? resource->count : 1); ++i) {
                numbers.push_back(first + i);
            }
        }
    }
    return numbers;
}

PictureSampler::PictureSampler(std::span<const BoundTexture> textures,
                               std::span<const Resource> resources,
                               std::span<const std::uint32_t> read) {
    for (const Resource& resource : resources) {
        if (resource.kind != ResourceKind::texture) {
            continue;
        }
        by_number_.resize(
            std::max<std::size_t>(by_number_.size(), resource.first + std::size_t{resource.count}),
            nullptr);
        for (std::uint32_t i = 0; i < resource.count; ++i) {
            const auto found =
                std::find_if(textures.begin(), textures.end(), [&](const BoundTexture& bound) {
                    return bound.place.means(resource, i);
                });
            if (found != textures.end()) {
                by_number_[resource.first + i] = &found->texture;
            } else if (std::find(read.begin(), read.end(), resource.first + i) != read.end()) {
                missing_.push_back(
                    '\'' + resource.name +
                    (resource.count > 1 ? '[' + std::to_string(i) + ']' : std::string()) +
                    "' (set " + std::to_string(resource.set) + ", binding " +
                    std::to_string(resource.binding) + ')');
            }
        }
    }
}

textures::Texel PictureSampler::lookup(const textures::TextureRequest& request) {
    const MipTexture* texture = find(request.texture);
    return texture != nullptr ? look_up(texture->texture, texture->sampler, request)
                              : textures::Texel{};
}

} // namespace jacquard::driver::draw
