#pragma once

#include <jacquard/nir/opcodes.h>

namespace jacquard::nir {

// Opcodes with a truth among their operands or as their result come in forms that differ only in
// how wide it is: `flt` and `flt32`, `bcsel` and `b32csel`.

// The form of `opcode` whose truth has `bit_size` bits (1, 8, 16 or 32). The opcode itself when it
// has no such form or no truth of a width of its own.
[[nodiscard]] Opcode with_boolean_width(Opcode opcode, unsigned bit_size);

// The width of that truth; 0 when there is none.
[[nodiscard]] unsigned boolean_width(Opcode opcode);

} // namespace jacquard::nir
