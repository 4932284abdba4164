#pragma once

#include <jacquard/generated/ir3/cost_model.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/source_line.h>

#include <array>
#include <cstdint>
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

// Paths through a part of a program.
struct CostPaths {
    UnitCycles total{};    // every instruction once
    UnitCycles shortest{}; // of each unit, what every path takes at least
    // For each unit, an upper bound over all paths that go through each loop once.
    UnitCycles longest{};
    bool bounded = true;      // there is no loop, so that no path exceeds it at all
    WaitCycles critical{};    // of the path on which a wave that runs alone takes longest
    UnitCycles on_critical{}; // how long it keeps the units busy
};

// The cost of a word: the cycles in which it issues, and those for which others wait for its
// result.
struct WordCost {
    static constexpr std::uint32_t kNothing = ~0U;

    std::uint32_t index = 0; // in Program::words
    double issue = 0;
    double waits = 0;
    double stalls = 0; // cycles for which it waits itself, which are another word's waits
    std::uint32_t stalls_for = kNothing; // that word; nothing: it does not, or a lookup before all

    [[nodiscard]] double cycles() const { return issue + waits; }
};

// The cost of a source line if a wave that runs alone executes each of its words once.
struct LineCost {
    SourceLine line;
    double issue = 0;
    double waits = 0;
    std::vector<WordCost> words; // in program order

    [[nodiscard]] double cycles() const { return issue + waits; }
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
