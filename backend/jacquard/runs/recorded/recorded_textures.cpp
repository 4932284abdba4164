#include <jacquard/runs/recorded/recorded_textures.h>
#include <jacquard/runs/textures/texture_lookup.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver {

namespace {

using textures::ImageRequest;
using textures::Texel;
using textures::TextureRequest;

// Numbers of the resources of a kind, as far as `last`.
std::size_t end_of(std::span<const Resource> resources, ResourceKind kind) {
    std::size_t end = 0;
    for (const Resource& resource : resources) {
        if (resource.kind == kind) {
            end = std::max<std::size_t>(end, resource.first + std::size_t{resource.count});
        }
    }
    return end;
}

} // namespace

void RecordedTextures::set(const RecordedCase& recorded, std::span<const Resource> resources) {
    textures_.assign(end_of(resources, ResourceKind::texture), nullptr);
    samplers_.assign(std::max(textures_.size(), end_of(resources, ResourceKind::sampler)), nullptr);
    for (const Resource& resource : resources) {
        if (resource.kind == ResourceKind::texture) {
            const auto elements = elements_of(recorded.textures, resource);
            std::copy(elements.begin(), elements.end(), textures_.begin() + resource.first);
        }
        if (resource.kind == ResourceKind::sampler) {
            const auto elements = elements_of(recorded.samplers, resource);
            for (std::size_t i = 0; i < elements.size(); ++i) {
                const bool is_told = elements[i] != nullptr && elements[i]->has_value();
                samplers_[resource.first + i] = is_told ? &**elements[i] : nullptr;
            }
        }
    }
    for (std::size_t i = 0; i < textures_.size(); ++i) {
        if (textures_[i] != nullptr) {
            samplers_[i] = &textures_[i]->sampler;
        }
    }
}

const SamplerState& RecordedTextures::sampler(std::uint64_t number,
                                              const RecordedTexture& texture) const {
    const SamplerState* told = number < samplers_.size() ? samplers_[number] : nullptr;
    return told != nullptr ? *told : texture.sampler;
}

const RecordedTexture* RecordedTextures::find(std::uint64_t number) const {
    return number < textures_.size() ? textures_[number] : nullptr;
}

Texel RecordedTextures::lookup(const TextureRequest& request) {
    const RecordedTexture* texture = find(request.texture);
    return texture != nullptr ? look_up(*texture, sampler(request.sampler, *texture), request)
                              : Texel{};
}

std::uint32_t RecordedTextures::num_samples(std::uint32_t texture) const {
    const RecordedTexture* found = find(texture);
    return found != nullptr ? std::bit_ceil(found->samples) : 1;
}

void RecordedImages::set(const RecordedCase& recorded, std::span<const Resource> resources) {
    images_.clear();
    for (const auto& [key, texture] : recorded.images) {
        images_.push_back({key, texture});
    }
    by_number_.assign(end_of(resources, ResourceKind::image), -1);
    for (const Resource& resource : resources) {
        if (resource.kind != ResourceKind::image) {
            continue;
        }
        const auto elements = elements_of(recorded.images, resource);
        for (std::size_t i = 0; i < elements.size(); ++i) {
            for (std::size_t k = 0; k < recorded.images.size(); ++k) {
                if (elements[i] == &recorded.images[k].second) {
                    by_number_[resource.first + i] = static_cast<int>(k);
                }
            }
        }
    }
}

const Words* RecordedImages::content(std::string_view key) const {
    for (const Image& image : images_) {
        if (image.key == key) {
            return &image.texture.texels;
        }
    }
    return nullptr;
}

RecordedTexture* RecordedImages::find(std::uint64_t number) {
    const bool is_given = number < by_number_.size() && by_number_[number] >= 0;
    return is_given ? &images_[static_cast<std::size_t>(by_number_[number])].texture : nullptr;
}

textures::ImageTexel RecordedImages::access(const ImageRequest& request) {
    RecordedTexture* image = find(request.image);
    return image != nullptr ? access_image(*image, request) : textures::ImageTexel{};
}

} // namespace jacquard::driver
