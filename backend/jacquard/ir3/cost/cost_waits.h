#pragma once

#include <jacquard/ir3/cost/cost_figures.h>
#include <jacquard/ir3/cost/costed_code.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// Goes through instructions in the order in which a wave issues them. A unit takes one instruction
// after the other; a wait is for the last result that is outstanding.
class WaitClock {
  public:
    void pass(const CostedWord& word);
    [[nodiscard]] const WaitCycles& cycles() const { return cycles_; }
    // The instruction that the last pass() waited for longest; null where it did not wait.
    [[nodiscard]] const CostedWord* waited_for() const { return waited_for_; }
    // Returns how long it waited.
    [[nodiscard]] double waited() const { return waited_; }

  private:
    // The last result of its class to arrive.
    struct Pending {
        double arrives = 0;
        const CostedWord* from = nullptr;
    };

    [[nodiscard]] double wait(Pending& pending);

    WaitCycles cycles_;
    double now_ = 0;
    std::array<double, kNumCostUnits> unit_free_{};
    Pending short_;
    Pending long_;
    const CostedWord* waited_for_ = nullptr;
    double waited_ = 0;
};

// Returns the part of the waits that stays exposed when `waves` waves take turns to issue.
[[nodiscard]] double exposed_share(const WaitCycles& cycles, double waves);

} // namespace jacquard::ir3
