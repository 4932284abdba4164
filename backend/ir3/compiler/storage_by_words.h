#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::ir3 {

// Reads and writes storage buffers by words where their instructions move nothing else. A value
// that is narrower is put into its word by two atomics, so that its neighbours may be written at
// the same time. True where the shader changed.
bool storage_by_words(nir::Shader& shader);

} // namespace jacquard::ir3
