#pragma once

#include <jacquard/ir3/cost/cost_flow.h>
#include <jacquard/ir3/cost/cost_waits.h>

#include <array>
#include <span>

namespace jacquard::ir3 {

// How long a path keeps each unit busy, by CostUnit; `none` stands for the issue slots.
using UnitCycles = std::array<double, kNumCostUnits>;

// Paths through a part of a program.
struct CostPaths {
    UnitCycles total{};    // every instruction once
    UnitCycles shortest{}; // of each unit, what every path takes at least
    // Of each unit, what no path exceeds that goes through each loop once.
    UnitCycles longest{};
    bool bounded = true;      // there is no loop, so that no path exceeds it at all
    WaitCycles critical{};    // of the path on which a wave that runs alone takes longest
    UnitCycles on_critical{}; // how long it keeps the units busy
};

// `before` are texture lookups that have begun when the first instruction issues.
[[nodiscard]] CostPaths cost_paths(std::span<const CostedWord> words, const CostFlow& flow,
                                   std::span<const CostedWord> before = {});

} // namespace jacquard::ir3
