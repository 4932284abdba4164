#pragma once

#include <jacquard/ir3/emulator/texture_sampler.h>
#include <jacquard/ir3/program.h>

#include <cstdint>
#include <map>
#include <span>

namespace jacquard::driver {

// The textures of case files: a lookup returns (s, t, r, 1 + unit), the first three components of
// the coordinate that reaches the sampler, those that the target does not use being 0, and the
// number of the sampler's unit; whatever the level of detail. The framebuffer holds zeros.
class TestSampler final : public ir3::TextureSampler {
  public:
    // The targets tell how many coordinates a unit uses. A unit without one uses all it gets.
    explicit TestSampler(std::span<const ir3::SamplerUnit> units);

    ir3::Texel lookup(const ir3::TextureRequest& request) override;

  private:
    struct Unit {
        unsigned num_coordinates = 3;
        bool is_framebuffer = false;
    };

    std::map<std::uint32_t, Unit> units_; // those whose target is known
};

} // namespace jacquard::driver
