#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Reads and writes storage buffers by words where their instructions move no values of that many
// bits, 8 or 16, or of fewer. Such a value is put into its word by two atomics, so that its
// neighbours may be written at the same time. True where the shader changed.
bool storage_by_words(nir::Shader& shader, unsigned widest_bits);

} // namespace jacquard::ir3
