#pragma once

#include <jacquard/ir3/compiler/graph/grouped_lists.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// By index of a block, those of which it is the immediate dominator, in program order. Control flow
// is structured: whoever jumps back jumps to a block that dominates it.
[[nodiscard]] GroupedLists<Block*> blocks_below(Graph& graph);

} // namespace jacquard::ir3
