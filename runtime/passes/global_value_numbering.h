#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Makes equal computations one wherever they stand, also where neither dominates the other, and
// places each so that it dominates its uses: as late as that allows, but in as few loops as
// possible. What only one side of an if needs is computed there.
//
// Instructions that cannot be moved freely stay. Those that cannot be speculated become one only
// where one of them dominates the other.
//
// Before: SSA form, links are right.
// After: no two equal movable instructions are left that may be one. Unused ones are gone.
bool global_value_numbering(Shader& shader);

} // namespace jacquard::nir
