#pragma once

#include <jacquard/generated/ir3/opcodes.h>

#include <cstdint>

namespace jacquard::ir3 {

// Returns the word that an atomic on 32-bit integers leaves in memory that holds `old`; exchanges
// with comparison read `compare`.
[[nodiscard]] std::uint32_t apply_atomic(AtomicOperation operation, bool is_signed,
                                         std::uint32_t old, std::uint32_t data,
                                         std::uint32_t compare);

} // namespace jacquard::ir3
