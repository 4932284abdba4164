#include <jacquard/support/concurrency/schedule.h>

#include <algorithm>
#include <array>

namespace jacquard {

namespace {

// Some seeds switch at nearly every access, others let waves go far.
constexpr std::array<std::uint32_t, 4> kMeanLengths = {1, 2, 4, 16};
// Turns of others, for each wave there is, after which a wave comes next.
constexpr std::uint64_t kMostTurns = 16;

} // namespace

Schedule::Schedule(std::uint64_t seed)
    : random_(seed),
      mean_length_(kMeanLengths[random_.below(static_cast<std::uint32_t>(kMeanLengths.size()))]) {}

unsigned Schedule::pick(std::span<const unsigned> ready) {
    ++turn_;
    const unsigned oldest =
        *std::min_element(ready.begin(), ready.end(), [&](unsigned left, unsigned right) {
            return last_turns_[left] < last_turns_[right];
        });
    const bool is_late = turn_ - last_turns_[oldest] > kMostTurns * ready.size();
    const unsigned chosen =
        is_late ? oldest : ready[random_.below(static_cast<std::uint32_t>(ready.size()))];
    last_turns_[chosen] = turn_;
    return chosen;
}

} // namespace jacquard
