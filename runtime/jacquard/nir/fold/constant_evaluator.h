#pragma once

#include <jacquard/generated/nir/opcode_info.h>
#include <jacquard/nir/ir/types.h>
#include <jacquard/support/api.h>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// Computes an ALU opcode on constants, as its `fold` expression says.
//
// `bit_size` is the width of the operands without one of their own (ignored where there are none).
// `num_components` is the result's count for opcodes that work per component, and ignored for the
// others. sources[i] points at as many components as the opcode reads, already swizzled; bits above
// an operand's width must be zero. `dest` receives the result and may not overlap a source.
// False when the opcode cannot be computed at that width.
bool evaluate(Opcode opcode, unsigned bit_size, unsigned num_components,
              const ConstantValue* const* sources, ConstantValue* dest,
              FloatControls controls = {});

} // namespace jacquard::nir

JACQUARD_END_API
