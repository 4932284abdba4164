#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Removes control flow that decides nothing: ifs whose condition is constant or undefined, code
// that nothing reaches, ifs and loops that have no effect and whose values nobody reads. A loop
// that has an exit is taken to end.
//
// Before: links are right.
// After: links are right; every if has a condition that is computed.
bool dead_control_flow(Shader& shader);

} // namespace jacquard::nir
