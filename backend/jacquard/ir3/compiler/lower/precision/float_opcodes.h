#pragma once

#include <jacquard/generated/nir/opcode_info.h>
#include <jacquard/nir/ir/instruction.h>

// Questions about floats and the opcodes that work on them, for the choice of widths.
namespace jacquard::nir::narrowing {

// Returns true for opcodes that compute floats from floats of the same width.
[[nodiscard]] bool computes_floats(const OpcodeInfo& info);
// Returns true for comparisons of two floats.
[[nodiscard]] bool compares_floats(const OpcodeInfo& info);
// Returns true for (neg) and (abs), which readers apply by themselves.
[[nodiscard]] bool changes_sign(const AluInstruction& alu);
// Returns true if a half holds the number, perhaps rounded, with all of its digits.
[[nodiscard]] bool fits_half(float value);
// Returns true if a half holds the number exactly.
[[nodiscard]] bool is_half(float value);

} // namespace jacquard::nir::narrowing
