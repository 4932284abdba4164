#pragma once

#include <jacquard/textures/texture_sampler.h>

#include <bit>
#include <cstdint>

namespace jacquard::ir3 {

// Makes the derivatives of coordinate `i` of the differences within the quad of the request's lane,
// all of whose lanes must be there; `word_of(lane)` is the coordinate, a float.
template <typename WordOf>
void set_differences(textures::TextureRequest& request, unsigned i, WordOf&& word_of) {
    const unsigned first = request.lane & ~3U;
    const auto value = [&](unsigned lane) {
        return std::bit_cast<float>(std::uint32_t{word_of(lane)});
    };
    const float origin = value(first);
    request.gradient_x[i] = std::bit_cast<std::uint32_t>(value(first + 1) - origin);
    request.gradient_y[i] = std::bit_cast<std::uint32_t>(value(first + 2) - origin);
}

} // namespace jacquard::ir3
