#pragma once

#include <jacquard/generated/nir/enums.h>

#include <cstdint>

namespace jacquard::nir::interpreter {

// What an atomic of that width leaves in memory that holds `old`. `compare` is for exchanges with
// comparison only.
[[nodiscard]] std::uint64_t apply_atomic(AtomicOp op, unsigned bit_size, std::uint64_t old,
                                         std::uint64_t data, std::uint64_t compare);

} // namespace jacquard::nir::interpreter
