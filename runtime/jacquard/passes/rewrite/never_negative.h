#pragma once

#include <jacquard/nir/build/operand.h>

namespace jacquard::nir {

// Returns true if floats are known never to be less than zero, from constants and from what the
// tables say of the opcodes that make them. NaN and negative zeros may be among them.
[[nodiscard]] bool is_never_negative(const Operand& value);

} // namespace jacquard::nir
