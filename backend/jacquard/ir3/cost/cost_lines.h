#pragma once

#include <jacquard/ir3/cost/cost_figures.h>
#include <jacquard/ir3/cost/cost_flow.h>
#include <jacquard/ir3/cost/costed_code.h>
#include <jacquard/support/text/source_line.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// Holds what each word and each lookup before the first one costs a wave that runs alone and goes
// through all blocks in program order.
struct WordCosts {
    std::vector<WordCost> words; // by Program::words
    std::vector<PrefetchCost> prefetches;
    WaitCycles cycles;       // of the words that are not in the preamble; their sum
    double half_savings = 0; // as CostReport has it
};

// `size` is the number of words of the program, `flow` that of the main part.
[[nodiscard]] WordCosts word_costs(const CostedCode& code, const CostFlow& flow, std::size_t size);

// The places that words and lookups come from.
struct CostOrigins {
    std::span<const SourceLine> words;      // by word; may be empty
    std::span<const SourceLine> prefetches; // by lookup; may be empty
    const SourceContext& context;           // of these lines
};

// All lines that cost something, the one with the most weight first. A wait is laid at the door of
// the line that is waited for. `rest` receives what belongs to no line, so that the cycles of all
// lines and the rest, but for its preamble, are those of `costs`.
[[nodiscard]] std::vector<LineCost> line_costs(const WordCosts& costs, const CostOrigins& origins,
                                               UnlinedCycles& rest);

} // namespace jacquard::ir3
