#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// Passes that make the machine graph smaller, in the order in which the compiler runs them.
// The head of each source says what holds before and after its pass.

void hoist_uniforms(Graph& graph, const MachineFacts& machine);
void load_uniforms(Graph& graph);
void propagate_copies(Graph& graph, const MachineFacts& machine);
void eliminate_common_subexpressions(Graph& graph);
void eliminate_dead_code(Graph& graph);
// Returns whether there were any.
bool prefetch_textures(Graph& graph, const MachineFacts& machine);

} // namespace jacquard::ir3
