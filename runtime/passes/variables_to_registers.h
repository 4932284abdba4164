#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Turns local variables into declared registers, for backends that index them: a vector becomes a
// register, an array of anything a register array of as many elements as it has vectors.
//
// Before: copies have been lowered; structures of variables that are to go have been split. After:
// local variables are left only where they hold structures or scalars of several widths, are given
// an initializer, copied, passed on or of more than 65,536 scalars. True when something changed.
bool variables_to_registers(Shader& shader);

} // namespace jacquard::nir
