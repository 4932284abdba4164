#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Moves instructions down to where their results are needed: into the one side of an if that reads
// them, and out of loops that do not. Nothing moves into a loop.
//
// Constants and instructions that cannot be moved freely stay.
//
// Before: SSA form, links are right.
// After: every such instruction stands in the last block, outside of further loops, that all its
// uses are behind.
bool sink(Shader& shader);

} // namespace jacquard::nir
