#pragma once

#include <jacquard/generated/nir/enums.h>

#include <cstdint>

namespace jacquard::nir::interpreter {

// Returns the value that an atomic of that width leaves in memory that holds `old`. Only exchanges
// with comparison read `compare`.
[[nodiscard]] std::uint64_t apply_atomic(AtomicOp op, unsigned bit_size, std::uint64_t old,
                                         std::uint64_t data, std::uint64_t compare);

} // namespace jacquard::nir::interpreter
