#pragma once

namespace jacquard::nir {
struct Shader;
}

namespace jacquard::ir3 {

// Computes whether an invocation is a helper from the samples that the primitive covers and from
// what was demoted. Returns whether anything changed.
bool lower_helpers(nir::Shader& shader);

} // namespace jacquard::ir3
