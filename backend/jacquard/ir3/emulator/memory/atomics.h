#pragma once

#include <jacquard/generated/ir3/opcodes.h>

#include <cstdint>

namespace jacquard::ir3 {

// What an atomic on 32-bit integers leaves in memory that holds `old`. `compare` is for exchanges
// with comparison.
[[nodiscard]] std::uint32_t apply_atomic(AtomicOperation operation, bool is_signed,
                                         std::uint32_t old, std::uint32_t data,
                                         std::uint32_t compare);

} // namespace jacquard::ir3
