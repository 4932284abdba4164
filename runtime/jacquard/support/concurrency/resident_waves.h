#pragma once

#include <jacquard/support/concurrency/weak_memory.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace jacquard {

// The waves of several groups that are there at the same time: which of them can go on, and which
// wait for others of their group. Waves are numbered from 0, group after group.
class ResidentWaves {
  public:
    ResidentWaves(std::size_t count, std::size_t waves_per_group, ConcurrentRun& run);

    // Returns the number of a wave in the run, which may have had others before.
    [[nodiscard]] unsigned agent(std::size_t wave) const {
        return first_ + static_cast<unsigned>(wave);
    }
    // The one that goes on; nothing where none can.
    [[nodiscard]] std::optional<std::size_t> pick();

    enum class Meeting : std::uint8_t {
        incomplete, // others of the group still run
        passed,     // all have arrived and can go on
        ended,      // there are none left
        abandoned,  // some wait, and others have ended
        mismatched, // they wait at different barriers
    };
    // A wave has come to a barrier, which `barrier` tells from others, or to its end.
    [[nodiscard]] Meeting arrive(std::size_t wave, std::uint64_t barrier);
    [[nodiscard]] Meeting end(std::size_t wave);
    // The first wave of the group of one, and how many it has.
    [[nodiscard]] std::size_t first_of_group(std::size_t wave) const {
        return wave / waves_per_group_ * waves_per_group_;
    }
    [[nodiscard]] std::size_t waves_per_group() const { return waves_per_group_; }

  private:
    enum class State : std::uint8_t { ready, waiting, ended };
    struct Wave {
        State state = State::ready;
        std::uint64_t barrier = 0;
    };

    [[nodiscard]] unsigned group(std::size_t wave) const {
        return first_ + static_cast<unsigned>(wave / waves_per_group_);
    }
    [[nodiscard]] Meeting meet(std::size_t wave);

    ConcurrentRun& run_;
    std::size_t waves_per_group_;
    unsigned first_; // agent, and group
    std::vector<Wave> waves_;
    std::vector<unsigned> ready_; // agents
};

} // namespace jacquard
