#pragma once

#include <jacquard/generated/ir3/cost_model.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/source_line.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

JACQUARD_BEGIN_API

// The figures that a report on costs contains.
namespace jacquard::ir3 {

// Describes how long a path keeps each unit busy, by CostUnit; `none` stands for the issue slots.
using UnitCycles = std::array<double, kNumCostUnits>;

// Describes how a wave that runs alone spends its cycles.
struct WaitCycles {
    double issue = 0;      // it issues
    double short_wait = 0; // (ss) waits
    double long_wait = 0;  // (sy) waits

    [[nodiscard]] double all() const { return issue + short_wait + long_wait; }
};

// Paths through a part of a program. A loop counts as often as it goes round, where that is known,
// and else once.
struct CostPaths {
    UnitCycles total{};    // every instruction as often as its loops go round
    UnitCycles shortest{}; // of each unit, what every path takes at least
    UnitCycles longest{};  // for each unit, an upper bound over all paths
    // The rounds of all loops are known or have a bound, so that no path exceeds `longest` at all.
    bool bounded = true;
    WaitCycles critical{};    // of the path on which a wave that runs alone takes longest
    UnitCycles on_critical{}; // how long it keeps the units busy
    // This much of it is taken by a wave whose lanes are all discarded where that may happen first:
    // up to that word, or all of it where nothing discards.
    WaitCycles discarded{};
};

// The cost of a word: the cycles in which it issues, and those for which others wait for its
// result, of all the times that it runs.
struct WordCost {
    static constexpr std::uint32_t kNothing = ~0U;

    std::uint32_t index = 0; // in Program::words
    double times = 1;        // that it runs: the rounds of its loops, where they are known
    double issue = 0;
    double waits = 0;
    double busy = 0;     // cycles of its unit
    double slowdown = 1; // how many times longer its unit takes for the addresses of its lanes
    double stalls = 0;   // cycles for which it waits itself, which are another word's waits
    std::uint32_t stalls_for = kNothing; // that word; nothing: it does not, or a lookup before all
    CostUnit unit = CostUnit::none;
    bool in_preamble = false;

    [[nodiscard]] double cycles() const { return issue + waits; }
};

// The cost of a lookup that the hardware does before the first word.
struct PrefetchCost {
    std::uint32_t index = 0; // in Program::prefetches
    double waits = 0;        // for its result
    double busy = 0;         // cycles of the texture unit
};

// Cycles that a line has in common with another one, because a value that both ask for is computed
// once.
struct SharedCycles {
    SourceLine line; // the other one
    double cycles = 0;
};

// The cost of a source line to a wave that runs alone and takes both sides of all branches.
struct LineCost {
    SourceLine line; // with the call that it was brought by, where all its words have the same
    double issue = 0;
    double waits = 0;
    double preamble = 0;   // cycles of its words that run once for all waves, and are in no other
    double in_calls = 0;   // cycles of other lines, of functions that this line calls
    UnitCycles busy{};     // how long its words and lookups keep the units busy
    double most_times = 0; // that one of its words runs
    std::vector<WordCost> words; // in program order, those of the preamble among them
    std::vector<PrefetchCost> prefetches;
    double shared = 0;                   // those of its cycles that serve other lines, too
    bool serves_others = false;          // beside those that are known
    std::vector<SharedCycles> serves;    // which lines; the one with the most cycles first
    std::vector<SharedCycles> served_by; // lines that have cycles of which this one is served

    [[nodiscard]] double cycles() const { return issue + waits; }
    // Returns what the line is ranked by: cycles, or those of the unit that it keeps busy longest,
    // or those of what it calls.
    [[nodiscard]] double weight() const;
};

// A loop of the main part, and what its words cost.
struct LoopCost {
    SourceLine line;                     // on which it begins
    std::uint32_t first_word = 0;        // in Program::words
    std::optional<std::uint32_t> rounds; // whole ones, each time that it is entered
    bool is_exact = false;               // else it may leave earlier
    double cycles = 0;                   // of all its rounds, or of one where they are not known
    double each_round = 0;
};

// Cycles of a wave that no line of the source takes.
struct UnlinedCycles {
    double preamble = 0; // runs once for all waves
    double prologue = 0; // words without a line before the first one with a line
    double flow = 0;     // later ones
    double prefetch = 0; // waits for lookups before the first word whose lines are not known
    std::vector<WordCost> words;
};

// The number of registers of each width that a program uses, and whether that is all.
struct RegisterFootprint {
    std::uint32_t full = 0;    // vec4 of 32 bits
    std::uint32_t half = 0;    // vec4 of 16 bits
    std::uint32_t overall = 0; // vec4 of 32 bits, both together
    bool complete = true;      // false: registers are addressed of which nothing is known
};

} // namespace jacquard::ir3

JACQUARD_END_API
