#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Brings the angles of fsin and fcos to one turn around 0, for targets that compute them only
// there.
//
// Before: any shader. After: the angles of 16 and 32 bits are from -pi to pi, rounding aside; those
// of more than some 2^15 turns lose their last places. Angles that are known to be there stay. True
// when something changed.
bool lower_trig(Shader& shader);

} // namespace jacquard::nir
