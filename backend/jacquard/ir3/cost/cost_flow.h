#pragma once

#include <jacquard/ir3/cost/costed_code.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// Words first..end-1 of a part of a program, entered at the first and left behind the last.
struct CostBlock {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::vector<std::uint32_t> successors;
};

// A loop: the blocks from which control comes back to the first of them.
struct CostLoop {
    std::uint32_t header = 0;            // the block that is entered again
    std::vector<std::uint32_t> body;     // in program order; empty where it was not looked for
    std::optional<std::uint32_t> rounds; // whole ones, each time that it is entered
    bool is_exact = false;               // it goes round neither less nor more often
};

// Describes how control goes through a part of a program.
struct CostFlow {
    std::vector<CostBlock> blocks; // in program order, the first is the entry
    std::vector<CostLoop> loops;   // in the order of their headers
    // Every block that is reached, after those it is reached from, if each loop is gone through
    // once: what goes back to the beginning of a loop goes on behind it instead. A loop that is
    // known to go round is left that way only.
    std::vector<std::uint32_t> order;
    std::vector<std::vector<std::uint32_t>> onward; // by block, its successors in that order
    // By block: how often it runs at most and at least if control comes by, as far as the rounds of
    // loops are known; 1 where they are not.
    std::vector<double> most_times;
    std::vector<double> least_times;

    // Returns true if the rounds of all loops are known or have a bound.
    [[nodiscard]] bool is_bounded() const;
};

// `loops` tells the rounds of those that begin at some words.
[[nodiscard]] CostFlow cost_flow(std::span<const CostedWord> words,
                                 std::span<const ProgramLoop> loops = {});

} // namespace jacquard::ir3
