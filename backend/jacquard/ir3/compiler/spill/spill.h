#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/spill/highest_pressure.h>
#include <jacquard/ir3/compiler/spill/register_pressure.h>

namespace jacquard::ir3 {

// Finds the place of the highest pressure in a graph in SSA form, whose views are tidied.
[[nodiscard]] HighestPressure find_highest_pressure(Graph& graph, const MachineFacts& machine);

// Keeps values in private memory, so that no more are live in registers than the budget allows. The
// graph is in SSA form, before and after; its blocks stay in the order they have. False where even
// what one instruction needs at once is more.
[[nodiscard]] bool spill(Graph& graph, const RegisterBudget& budget);

} // namespace jacquard::ir3
