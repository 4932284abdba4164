#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/textures/texture_sampler.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>

namespace jacquard::driver {

// The answers of queries for the texture of a unit.
struct TestTexture {
    std::uint32_t unit = 0;

    // Texels along an axis.
    [[nodiscard]] std::uint32_t size(unsigned axis, std::uint32_t level) const {
        return std::max(1U, level < 32 ? (64 + 16 * unit + axis) >> level : 0U);
    }
    [[nodiscard]] std::uint32_t layers() const { return 6 + unit; }
    [[nodiscard]] std::uint32_t levels() const { return 5 + unit; }
    static constexpr std::uint32_t kSamples = 4;
    // The level that would be accessed and the computed one.
    static constexpr std::array<float, 2> kLevelsOfDetail = {1.5F, 1.625F};
};

// The textures of case files: a lookup returns (s, t, r, 1 + unit), the first three components of
// the coordinate that reaches the sampler, those that the target does not use being 0, and the
// number of the sampler's unit; whatever the level of detail. The framebuffer holds zeros. Queries
// are answered by TestTexture.
class TestSampler final : public textures::TextureSampler {
  public:
    // The targets tell how many coordinates a unit uses. A unit without one uses all it gets.
    explicit TestSampler(std::span<const ir3::SamplerUnit> units = {});

    [[nodiscard]] textures::Texel lookup(const textures::TextureRequest& request) override;
    [[nodiscard]] std::uint32_t num_samples(std::uint32_t texture) const override;

  private:
    struct Unit {
        unsigned num_coordinates = 3;
        bool is_framebuffer = false;
        bool has_samples = false;
    };

    std::map<std::uint32_t, Unit> units_; // those whose target is known
};

} // namespace jacquard::driver
