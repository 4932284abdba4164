#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <string>

namespace jacquard::ir3 {

// Names of nodes and operands as the text and the drawing of a graph show them.

// "mad.f32", "cmps.f.lt", "cov.f32s32", "collect".
[[nodiscard]] std::string describe_operation(const Node& node);
// "ssa_12", "hssa_12", "p0.x", with "(r1.y)" behind it when a register is assigned.
[[nodiscard]] std::string describe_destination(const Node& node);
[[nodiscard]] std::string describe_source(const Graph& graph, const Register& source);
// Operation, destination and sources: "mul.f ssa_7(r0.z), ssa_5(r0.x), c1.x".
[[nodiscard]] std::string describe_instruction(const Graph& graph, const Node& node);
// ".xz": the components of a mask.
[[nodiscard]] std::string describe_mask(unsigned mask);

} // namespace jacquard::ir3
