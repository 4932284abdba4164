#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Makes vectors of constants from one constant for each component; undefined vectors likewise.
//
// Before: any shader. After: every constant and undefined value has one component. True when
// something changed.
bool lower_constants_to_scalar(Shader& shader);

} // namespace jacquard::nir
