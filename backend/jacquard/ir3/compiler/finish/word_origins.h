#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <vector>

namespace jacquard::ir3 {

// The source line of each word that the nodes of a legalised graph become, in program order. What
// legalising put in front of an instruction, waits and copies, belongs to that one's line. Empty
// where no node knows its line.
[[nodiscard]] std::vector<SourceLine> word_origins(const Graph& graph);

// How the addresses of each word differ among lanes; empty where nothing is known of any.
[[nodiscard]] std::vector<LaneStride> word_strides(const Graph& graph);

// The loops with known rounds, at their words.
[[nodiscard]] std::vector<ProgramLoop> word_loops(const Graph& graph);

} // namespace jacquard::ir3
