#pragma once

#include <jacquard/ir3/cost/costed_code.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// Words first..end-1 of a part of a program, entered at the first and left behind the last.
struct CostBlock {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::vector<std::uint32_t> successors;
};

// Describes how control goes through a part of a program.
struct CostFlow {
    std::vector<CostBlock> blocks;    // in program order, the first is the entry
    std::vector<std::uint32_t> loops; // the blocks that are entered again
    // Every block that is reached, after those it is reached from, if each loop is gone through
    // once: what goes back to the beginning of a loop goes on behind it instead.
    std::vector<std::uint32_t> order;
    std::vector<std::vector<std::uint32_t>> onward; // by block, its successors in that order
};

[[nodiscard]] CostFlow cost_flow(std::span<const CostedWord> words);

} // namespace jacquard::ir3
