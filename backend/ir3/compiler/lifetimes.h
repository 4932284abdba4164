#pragma once

#include <jacquard/ir3/compiler/liveness.h>

#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// Positions first..last-1 of the program.
struct Lifetime {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

struct ValueLifetime {
    const Node* value = nullptr;
    Lifetime life;
};

// Whether a value is in its register before the first instruction.
[[nodiscard]] bool is_there_before(const Node& node);

// Where values live, in program order; one that lives in several blocks has several lifetimes.
// Before: the blocks are in their final order, Node::index is the position of each node.
// A value lives up to its last reader, whose result may take its place.
[[nodiscard]] std::vector<ValueLifetime> find_lifetimes(Graph& graph, const Liveness& liveness,
                                                        std::uint32_t num_nodes);

// From the first to the last instruction of each loop, in the order of their ends.
[[nodiscard]] std::vector<Lifetime> find_loops(const Graph& graph);

// The lifetime of each array, from its first access to the last and, in a loop, through all of it;
// empty where nothing accesses it.
[[nodiscard]] std::vector<Lifetime> find_array_lifetimes(const Graph& graph);

} // namespace jacquard::ir3
