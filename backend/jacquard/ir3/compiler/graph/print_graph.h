#pragma once

#include <jacquard/support/text/source_line.h>

#include <string>
#include <vector>

namespace jacquard::ir3 {

class Graph;

// The graph as text, an instruction a line.
[[nodiscard]] std::string print_graph(const Graph& graph);
// The same with where each line comes from.
[[nodiscard]] std::string print_graph(const Graph& graph, std::vector<SourceLine>& origins);

// The graph as a Graphviz digraph: a record for each instruction with a port for each operand.
[[nodiscard]] std::string draw_graph(const Graph& graph);

} // namespace jacquard::ir3
