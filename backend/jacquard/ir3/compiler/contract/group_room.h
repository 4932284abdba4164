#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/program.h>
#include <jacquard/ir3/target/occupancy.h>

namespace jacquard::ir3 {

// The first barrier in program order; null where there is none.
[[nodiscard]] const Node* first_barrier(const Graph& graph);

// The needs of a program, of whose header as much is known as there is; whether waves of its
// workgroups wait for each other among them.
[[nodiscard]] WaveNeeds group_needs(const Graph& graph, const Program& program);

} // namespace jacquard::ir3
