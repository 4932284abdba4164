#pragma once

#include <jacquard/ir3/compiler/graph/node.h>
#include <jacquard/ir3/compiler/spill/register_pressure.h>

#include <cstdint>

namespace jacquard::ir3 {

// The place of the program with the highest register pressure.
struct HighestPressure {
    const Node* node = nullptr; // null in an empty graph
    RegisterCount live;
    std::uint32_t position = 0; // of the instruction, among those of the program
    std::uint32_t num_nodes = 0;
};

} // namespace jacquard::ir3
