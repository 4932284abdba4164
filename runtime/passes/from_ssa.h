#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Goes out of SSA form: phis become registers.
//
// A phi and those of its sources that are never needed at the same time as each other share one
// register, which they are stored to where they are made. Other sources are copied into it at the
// ends of the blocks they come from, all copies of one place in one parallel copy
// (sequence_parallel_copies). Reads become loads right before the reader.
//
// Before: SSA form, links are right.
// After: there are no phis. Everything that was no part of one is as it was.
bool from_ssa(Shader& shader);

} // namespace jacquard::nir
