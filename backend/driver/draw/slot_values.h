#pragma once

#include <jacquard/nir/type.h>
#include <jacquard/support/half.h>

#include <bit>
#include <cstdint>

namespace jacquard::driver::draw {

// Floats as the slots of inputs and outputs have them: those of 16 bits as the low half of a word.

[[nodiscard]] inline bool is_half_float(const nir::AluType& type) {
    return type.base == nir::BaseType::float_type && type.bit_size == 16;
}

[[nodiscard]] inline float float_of_word(std::uint32_t word, bool is_half) {
    return is_half ? half_to_float(static_cast<std::uint16_t>(word)) : std::bit_cast<float>(word);
}

[[nodiscard]] inline std::uint32_t word_of_float(float value, bool is_half) {
    return is_half ? float_to_half(value) : std::bit_cast<std::uint32_t>(value);
}

} // namespace jacquard::driver::draw
