#pragma once

#include <jacquard/ir3/opcodes.h>

#include <cstdint>

namespace jacquard::ir3 {

/// What an atomic on 32-bit integers leaves in memory that holds `old`. `compare` is for exchanges
/// with comparison.
[[nodiscard]] uint32_t apply_atomic(AtomicOperation operation, bool is_signed, uint32_t old,
                                    uint32_t data, uint32_t compare);

} // namespace jacquard::ir3
