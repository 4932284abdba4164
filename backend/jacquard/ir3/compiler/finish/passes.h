#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

namespace jacquard::ir3 {

// Passes that make words possible, in the order in which the compiler runs them.
// What holds before and after each pass stands at the top of its file.

void lay_out_blocks(Graph& graph);
void mark_last_reads(Graph& graph);
void legalise(Graph& graph, const MachineFacts& machine);

} // namespace jacquard::ir3
