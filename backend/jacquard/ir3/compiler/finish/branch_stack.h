#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// The largest number of places at which lanes may wait for others at once, which the hardware must
// have room for.
//
// Before: branches have their targets.
[[nodiscard]] unsigned branch_stack_depth(const Graph& graph);

} // namespace jacquard::ir3
