#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Makes of accesses to storage buffers with components of 8 bits, and of 16 where the part moves
// none, such as its instructions do: words where whole words are known to be moved, else single
// bytes where the part has a descriptor of them, else parts of words. There a component is stored
// by two atomics, so that its neighbours may be written at the same time. True where the shader
// changed.
bool lower_narrow_storage(nir::Shader& shader, const MachineFacts& machine);

} // namespace jacquard::ir3
