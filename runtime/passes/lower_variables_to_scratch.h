#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Puts local variables of at least `min_bytes` bytes that are indexed by values into scratch
// memory, one behind the other; the shader's property "scratch_size" says how many bytes that
// takes.
//
// Before: copies have been lowered. After: such variables are gone, save those passed on or given
// an initializer. True when something changed.
bool lower_variables_to_scratch(Shader& shader, std::uint32_t min_bytes = 256);

} // namespace jacquard::nir
