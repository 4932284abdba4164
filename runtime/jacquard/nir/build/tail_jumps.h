#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Jumps that only go where control would go anyway, and how to make others such. Both edit the
// tree; tidy_control_flow() follows.

// Along the end of `list`: where one side of an if ends in a jump of this kind, what follows the if
// moves into the other side. `target` is where control goes from the end of the list. At most
// `limit` moves are made, each of which nests one deeper. True when there was one.
bool nest_behind_jumps(Shader& shader, ControlFlowList& list, JumpKind kind, Block& target,
                       unsigned limit);

// Removes the jumps of this kind at the end of `list` and at the ends of the sides of an if that is
// last in it. They and the end of the list go to `target`, whose phis get what meets on the way.
// True when there was one.
bool remove_tail_jumps(Shader& shader, ControlFlowList& list, JumpKind kind, Block& target);

} // namespace jacquard::nir
