#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Applies the rewrite rules of group `simplify_truths` (defs/nir/rules), which compute with truth
// values where a shader computes with masks and numbers made of them.
//
// Before: any valid shader. After: no rule of the group applies. Every bit of what is computed
// stays. True when something changed.
bool simplify_truths(Shader& shader);

} // namespace jacquard::nir
