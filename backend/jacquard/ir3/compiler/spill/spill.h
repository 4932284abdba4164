#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/spill/register_pressure.h>

#include <string>

namespace jacquard::ir3 {

// The place of the program with the highest register pressure.
struct HighestPressure {
    const Node* node = nullptr; // null in an empty graph
    RegisterCount live;
    std::uint32_t position = 0; // of the instruction, among those of the program
    std::uint32_t num_nodes = 0;
};

// Finds that place in a graph in SSA form, whose views are tidied.
[[nodiscard]] HighestPressure find_highest_pressure(Graph& graph, const MachineFacts& machine);

// Keeps values in private memory, so that no more are live in registers than the budget allows. The
// graph is in SSA form, before and after; its blocks stay in the order they have. False where even
// what one instruction needs at once is more.
[[nodiscard]] bool spill(Graph& graph, const RegisterBudget& budget);

} // namespace jacquard::ir3
