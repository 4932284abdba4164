#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Splits phis of vectors into one for each component; the components are taken out at the ends of
// the blocks they come from and put together behind the phis.
//
// Before: any shader. After: every phi has one component. True when something changed.
bool lower_phis_to_scalar(Shader& shader);

} // namespace jacquard::nir
