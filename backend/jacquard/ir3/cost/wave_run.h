#pragma once

#include <jacquard/ir3/cost/cost_figures.h>
#include <jacquard/ir3/cost/cost_flow.h>
#include <jacquard/ir3/cost/costed_code.h>

#include <cstdint>
#include <functional>
#include <span>

namespace jacquard::ir3 {

// Tells what a pass of a word costs, in a wave that runs alone.
struct WordPass {
    const CostedWord* word = nullptr;
    double times = 0;                       // that it happens just like this
    double waited = 0;                      // before it issued
    const CostedWord* waited_for = nullptr; // null where it did not wait
};

// Lets a wave that runs alone go through blocks in an order in which the blocks of a loop follow
// each other. A loop of known rounds is gone through twice: its second round stands for all that
// follow, as it finds the lookups of the round before under way.
class WaveRun {
  public:
    using Visit = std::function<void(const WordPass& pass)>;

    // `before` are lookups that have begun when the first word issues. All must outlive the run.
    WaveRun(std::span<const CostedWord> words, const CostFlow& flow,
            std::span<const CostedWord> before)
        : words_(words), flow_(flow), before_(before) {}

    // Returns the cycles of all passes; visit() is told of each.
    WaitCycles run(std::span<const std::uint32_t> blocks, const Visit& visit) const;

  private:
    std::span<const CostedWord> words_;
    const CostFlow& flow_;
    std::span<const CostedWord> before_;
};

} // namespace jacquard::ir3
