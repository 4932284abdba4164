#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// These bring truths into another form. Conditions of ifs keep 1 bit, as do operands and results of
// instructions that exist for no other width; they are converted there.
//
// Before: any shader. True when something changed.

// After: other truths have 32 bits, all or none of which are set.
bool lower_bool_to_int32(Shader& shader);

// After: other truths have 8, 16 or 32 bits, all or none of which are set: those of comparisons as
// many as what is compared, if that is not more than 32; those of phis 32.
bool lower_bool_to_bitsize(Shader& shader);

// After: other truths are single floats, 1 and 0.
bool lower_bool_to_float(Shader& shader);

} // namespace jacquard::nir
