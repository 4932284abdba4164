#pragma once

#include <jacquard/generated/nir/opcode_info.h>
#include <jacquard/nir/ir/types.h>

namespace jacquard::nir {

// Computes the result of evaluate() before denormals are flushed: with results of the widths that
// the controls name rounded towards zero if the opcode's table says that it rounds.
bool evaluate_rounded(Opcode opcode, unsigned bit_size, unsigned num_components,
                      const ConstantValue* const* sources, ConstantValue* dest,
                      FloatControls controls);

} // namespace jacquard::nir
