#pragma once

#include <jacquard/nir/ir/shader.h>

#include <memory>

namespace jacquard::nir {

// Passes leave behind the instructions that they replace, and put new ones where there is memory.
// This moves a large shader that uses little of its memory to new memory, where instructions stand
// as they follow each other, so that what walks over it then has less to wait for. Smaller ones,
// which the caches of a processor hold anyway, stay where they are; so do those for which the
// budget has no second place. Time is the size of the shader.
//
// What was copied prints the same; `made` then knows only of what there is still.
void compact(std::unique_ptr<Shader>& shader);

} // namespace jacquard::nir
