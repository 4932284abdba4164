#pragma once

#include <jacquard/draw/pictures/mip_texture.h>
#include <jacquard/library/frontend/spirv_resources.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/textures/texture_sampler.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jacquard::driver::draw {

// A texture is identified by the name of its variable, or by set and binding.
struct TexturePlace {
    std::string name; // empty: by the numbers
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint32_t element = 0; // of an array

    [[nodiscard]] bool means(const Resource& resource, std::uint32_t which) const;
};

struct BoundTexture {
    TexturePlace place;
    MipTexture texture;
};

// The numbers of the textures that a shader reads, with those of all elements of an array that is
// not read by constant numbers.
[[nodiscard]] std::vector<std::uint32_t> textures_read(const nir::Shader& shader,
                                                       std::span<const Resource> resources);

// Answers lookups with pictures. Nothing in it changes, so many threads may ask.
class PictureSampler final : public textures::TextureSampler {
  public:
    // The textures must outlive it. `read` are the numbers that the shader reads.
    PictureSampler(std::span<const BoundTexture> textures, std::span<const Resource> resources,
                   std::span<const std::uint32_t> read);

    // The textures that the shader reads and nobody gave: 'image' (set 0, binding 2).
    [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }

    [[nodiscard]] textures::Texel lookup(const textures::TextureRequest& request) override;

  private:
    [[nodiscard]] const MipTexture* find(std::uint64_t number) const {
        return number < by_number_.size() ? by_number_[number] : nullptr;
    }

    std::vector<const MipTexture*> by_number_;
    std::vector<std::string> missing_;
};

} // namespace jacquard::driver::draw
