#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <optional>
#include <string>

namespace jacquard::ir3 {

// Checks of what register assignment promises. Before: registers are assigned, Node::index is the
// position of each node. The text says which instruction is wrong with which register; nothing when
// all is well.

// A register that the machine does not have. Costs one look at each node.
[[nodiscard]] std::optional<std::string> find_missing_register(const Graph& graph,
                                                               const MachineFacts& machine);

// A value that is not where a reader looks for it, on some path. Every register exists.
[[nodiscard]] std::optional<std::string> find_lost_value(const Graph& graph,
                                                         const MachineFacts& machine);

} // namespace jacquard::ir3
