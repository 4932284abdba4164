#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// Passes that make words possible, in the order in which the compiler runs them.
// The head of each source says what holds before and after its pass.

void lay_out_blocks(Graph& graph);
void mark_last_reads(Graph& graph);
void legalise(Graph& graph, const MachineFacts& machine);

} // namespace jacquard::ir3
