#pragma once

#include <jacquard/support/random.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard {

// Says which of several waves goes on, and for how long. All of it follows from the seed.
//
// It is fair: while others can go on, a wave is passed over a bounded number of times only, so that
// one that waits in a loop for what another stores gets to see it, whatever the seed.
class Schedule {
  public:
    explicit Schedule(std::uint64_t seed);

    // Another wave; they are numbered in order.
    void add() { last_turns_.push_back(turn_); }
    // One of `ready`, which are not none.
    [[nodiscard]] unsigned pick(std::span<const unsigned> ready);
    // Asked after an access to memory: whether another wave is to go on.
    [[nodiscard]] bool switches() { return random_.one_in(mean_length_); }

  private:
    Random random_;
    std::uint32_t mean_length_; // accesses between two switches, on average
    std::uint64_t turn_ = 0;
    std::vector<std::uint64_t> last_turns_;
};

} // namespace jacquard
