#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/machine.h>

#include <cstdint>

namespace jacquard::ir3 {

// Whether a type is one of a set that the tables name, such as kHalfTypes.
[[nodiscard]] constexpr bool is_one_of(DataType type, std::uint32_t types) {
    return (types >> static_cast<unsigned>(type) & 1U) != 0;
}

// Bytes of an element of memory.
[[nodiscard]] constexpr unsigned memory_bytes(DataType type) {
    return is_one_of(type, kByteTypes) ? 1 : is_one_of(type, kTwoByteTypes) ? 2 : 4;
}

} // namespace jacquard::ir3
