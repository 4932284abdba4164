#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Reads through mov and vecN: a source that reads a copy reads what was copied.
//
// Before: any shader. After: no ALU source reads a mov, nor a vecN when all components it reads
// come from one value; other sources do not read a copy of a whole value. The copies themselves
// stay for dead_code. True when something changed.
bool copy_propagation(Shader& shader);

} // namespace jacquard::nir
