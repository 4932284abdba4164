#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::driver {

// Marks exact what compares floats to decide whether to leave a loop or its round, also in an
// earlier round, in an if around the one that jumps, or on one of several ways: were an unordered
// comparison taken for its opposite, a loop that ends at a NaN would go round for ever.
//
// Before: SSA form, links are right. True when something changed.
bool keep_loop_exits(nir::Shader& shader);

} // namespace jacquard::driver
