#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Splits per-component arithmetic on more than `max_components` components into pieces of that
// size, the last one smaller, and sums over more components into chains in the order of the table.
//
// Before: any shader; max_components is not 0. After: no ALU instruction save mov, vecN and opcodes
// whose sources are vectors of a fixed size works on more components. True when something changed.
bool lower_alu_width(Shader& shader, unsigned max_components);

} // namespace jacquard::nir
