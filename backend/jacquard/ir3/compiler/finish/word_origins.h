#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <vector>

namespace jacquard::ir3 {

// The source line of each word that the nodes of a legalised graph become, in program order. What
// legalising put in front of an instruction, waits and copies, belongs to that one's line. Empty
// where no node knows its line.
[[nodiscard]] std::vector<SourceLine> word_origins(const Graph& graph);

} // namespace jacquard::ir3
