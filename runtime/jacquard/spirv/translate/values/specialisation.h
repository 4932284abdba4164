#pragma once

#include <jacquard/support/api.h>

#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::spirv {

// This says what the bits of a specialisation are.
enum class SpecialisedAs : std::uint8_t {
    bits,    // those of the constant, cut to its width
    integer, // a signed integer, whose value a float takes
    number,  // a double, whose value a float takes, and nothing else
};

// A value for a specialisation constant.
struct Specialisation {
    std::uint32_t id = 0; // that of the decoration SpecId
    std::uint64_t bits = 0;
    SpecialisedAs given_as = SpecialisedAs::bits;
};

} // namespace jacquard::spirv

JACQUARD_END_API
