#pragma once

#include <jacquard/library/frontend/spirv_resources.h>
#include <jacquard/runs/recorded/recorded_case.h>
#include <jacquard/runs/textures/recorded_texture.h>
#include <jacquard/textures/storage_images.h>
#include <jacquard/textures/texture_sampler.h>

#include <span>
#include <vector>

namespace jacquard::driver {

// The textures and samplers of a recorded case, by the numbers that its shader has for them.
class RecordedTextures final : public textures::TextureSampler {
  public:
    void set(const RecordedCase& recorded, std::span<const Resource> resources);
    [[nodiscard]] textures::Texel lookup(const textures::TextureRequest& request) override;
    [[nodiscard]] std::uint32_t num_samples(std::uint32_t texture) const override;
    // Null where the case gives none of that number.
    [[nodiscard]] const RecordedTexture* find(std::uint64_t number) const;

  private:
    // The sampler of that number; where the case says nothing of it, that of the texture.
    [[nodiscard]] const SamplerState& sampler(std::uint64_t number,
                                              const RecordedTexture& texture) const;

    std::vector<const RecordedTexture*> textures_; // null where the case gives none
    // Null where the case says nothing. A texture's number is that of its own sampler, too.
    std::vector<const SamplerState*> samplers_;
};

// Its storage images, whose content changes.
class RecordedImages final : public textures::StorageImages {
  public:
    void set(const RecordedCase& recorded, std::span<const Resource> resources);
    [[nodiscard]] textures::ImageTexel access(const textures::ImageRequest& request) override;
    // Null where the case gives none of that number.
    [[nodiscard]] RecordedTexture* find(std::uint64_t number);
    // Null where the case gives no image of that key.
    [[nodiscard]] const Words* content(std::string_view key) const;

  private:
    struct Image {
        std::string key;
        RecordedTexture texture;
    };

    std::vector<Image> images_;
    std::vector<int> by_number_; // -1: the case gives none
};

// Returns the elements of a resource in a section of a case.
template <typename T>
[[nodiscard]] std::vector<const T*> elements_of(const ByKey<T>& section, const Resource& resource) {
    const std::string place = std::to_string(resource.set) + '.' + std::to_string(resource.binding);
    std::vector<const T*> elements(resource.count, nullptr);
    // The second of two at one place is told by its name.
    const T* whole = find_key(section, place + ':' + resource.name);
    whole = whole != nullptr ? whole : find_key(section, place);
    elements[0] = whole;
    for (std::uint32_t i = 0; i < resource.count && whole == nullptr; ++i) {
        elements[i] = find_key(section, place + '[' + std::to_string(i) + ']');
    }
    return elements;
}

} // namespace jacquard::driver
