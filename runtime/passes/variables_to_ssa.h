#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Turns local variables into SSA values, with phis where control flow meets: vectors, matrices,
// structures and arrays, as long as every index is constant.
//
// Before: block links are right; copies have been lowered. After: local variables are left only
// where they are copied, indexed by a value, given an initializer, accessed as volatile, passed on,
// or of more than 65,536 scalars. Reads before any write have become undef; an element that is not
// there reads as undef and keeps nothing. True when something changed.
bool variables_to_ssa(Shader& shader);

} // namespace jacquard::nir
