#pragma once

#include <jacquard/ir3/compiler/finish/register_use.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/isa/codec/codec.h>

namespace jacquard::ir3 {

// Returns what the word of a node says, and notes which registers it uses.
[[nodiscard]] Instruction make_instruction(const Graph& graph, const Node& node,
                                           RegisterUse& registers);

} // namespace jacquard::ir3
