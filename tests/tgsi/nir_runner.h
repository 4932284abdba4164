#pragma once

#include <jacquard/nir/ir/shader.h>

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace jacquard::tgsi {

using Words = std::array<std::uint32_t, 4>;

// The inputs of a straight-line shader of one lane.
struct Surroundings {
    std::vector<Words> inputs;
    std::map<std::uint32_t, std::vector<Words>> constants; // by buffer
    bool is_front = true;
    std::uint32_t instance = 0;
};

struct Outcome {
    std::map<std::int64_t, Words> outputs;
    std::string fault; // why the shader stopped; empty when it did not
};

// Interprets NIR for one lane, so that what a translation means can be told from what it looks
// like.
[[nodiscard]] Outcome run_straight_line(const nir::Shader& shader, const Surroundings& around = {});

[[nodiscard]] inline std::uint32_t word_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}
[[nodiscard]] inline Words words_of(float x, float y, float z, float w) {
    return {word_of(x), word_of(y), word_of(z), word_of(w)};
}

} // namespace jacquard::tgsi
