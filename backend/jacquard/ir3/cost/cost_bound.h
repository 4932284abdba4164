#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/support/api.h>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Tells what decides how long a wave takes when the part is full of waves like it: the unit that
// all of them share and that is busy longest, or the waits that are too many for the others to
// fill.
struct CostBound {
    CostUnit unit = CostUnit::none; // that is busy longest; `none`: the issue slots
    double busy = 0;                // cycles of that unit
    double alone = 0;               // cycles of a wave that runs alone
    double share = 0;               // of these, what is left for each wave when others fill waits

    [[nodiscard]] bool is_by_waits() const { return share > busy; }
    // Cycles that a wave adds to the work of the part.
    [[nodiscard]] double time() const { return is_by_waits() ? share : busy; }
};

// Counts what the longest path takes where it is known, and otherwise every instruction once.
[[nodiscard]] CostBound bound_of(const CostReport& report);

} // namespace jacquard::ir3

JACQUARD_END_API
