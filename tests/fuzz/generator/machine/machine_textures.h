#pragma once

#include "generator/values.h"

namespace jacquard::nir {

// One texture operation of a shader for a backend, on a unit that keeps its shape: of every kind
// of shape, with offsets that are constant, computed, or four of a gather, of one sample.
void add_machine_texture(Values& values);

} // namespace jacquard::nir
