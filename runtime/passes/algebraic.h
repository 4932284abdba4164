#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// A few rewrites that always shorten: neutral and absorbing operands, double negation, selects of
// equal values, a truth value turned into a number and back.
//
// Before: any shader. After: none of those patterns is left. Exact instructions only take rewrites
// that keep every bit. True when something changed.
bool algebraic(Shader& shader);

} // namespace jacquard::nir
