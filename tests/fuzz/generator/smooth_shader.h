#pragma once

#include "values.h"

namespace jacquard::nir {

// Fills the entry of a shader of kind smooth: `size` outputs, each computed by an opcode or two
// that some pass approximates, from moderate numbers.
void make_smooth(Values& values, unsigned size);
// And of kind textures: each output is what an operation gives.
void make_lookups(Values& values, unsigned size);

} // namespace jacquard::nir
