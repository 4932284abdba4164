#pragma once

#include <jacquard/nir/ir/type.h>
#include <jacquard/support/expression/half.h>

#include <bit>
#include <cstdint>

namespace jacquard::driver::draw {

// Widens a component of an output to the 32 bits that a render target takes. An output of 16 bits
// stands in the low half of the word.
[[nodiscard]] inline std::uint32_t widened(std::uint32_t word, const nir::AluType& type) {
    if (type.bit_size != 16) {
        return word;
    }
    const auto half = static_cast<std::uint16_t>(word);
    switch (type.base) {
    case nir::BaseType::float_type: return std::bit_cast<std::uint32_t>(half_to_float(half));
    case nir::BaseType::int_type:
        return static_cast<std::uint32_t>(std::int32_t{static_cast<std::int16_t>(half)});
    case nir::BaseType::uint_type:
    case nir::BaseType::bool_type: break;
    }
    return half;
}

} // namespace jacquard::driver::draw
