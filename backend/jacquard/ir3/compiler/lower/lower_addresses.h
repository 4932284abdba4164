#pragma once

namespace jacquard::nir {
struct Shader;
}

namespace jacquard::ir3 {

// Gives accesses to memory by address the two halves of it in place of its 64 bits. Returns whether
// anything changed.
bool lower_addresses(nir::Shader& shader);

} // namespace jacquard::ir3
