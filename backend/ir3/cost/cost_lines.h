#pragma once

#include <jacquard/ir3/cost/costed_code.h>
#include <jacquard/support/source_line.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// What a word costs: the cycles in which it issues, and those for which others wait for its result.
struct WordCost {
    static constexpr std::uint32_t kNothing = ~0U;

    std::uint32_t index = 0; // in Program::words
    double issue = 0;
    double waits = 0;
    double stalls = 0; // cycles for which it waits itself, which are another word's waits
    std::uint32_t stalls_for = kNothing; // that word; nothing: it does not, or a lookup before all

    [[nodiscard]] double cycles() const { return issue + waits; }
};

// What a source line costs when each of its words is executed once by a wave that runs alone.
struct LineCost {
    SourceLine line;
    double issue = 0;
    double waits = 0;
    std::vector<WordCost> words; // in program order

    [[nodiscard]] double cycles() const { return issue + waits; }
};

// The first `size` words of a program, when each is executed once in their order.
[[nodiscard]] std::vector<WordCost> word_costs(const CostedCode& code, std::size_t size);

// The lines that cost most, the first one most of all; lines are by word. A wait is laid at the
// door of the line that is waited for.
[[nodiscard]] std::vector<LineCost>
costliest_lines(const CostedCode& code, std::span<const SourceLine> lines, std::size_t most);

} // namespace jacquard::ir3
