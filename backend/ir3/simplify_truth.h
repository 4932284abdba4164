#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::ir3 {

// Computes with truth values where a shader computes with masks and numbers made of them. True when
// something changed.
bool simplify_truth(nir::Shader& shader);

} // namespace jacquard::ir3
