#pragma once

#include <cstdint>

namespace jacquard {

// Numbers that follow from a seed, the same on every machine (splitmix64). The first state is a
// mixture of the seed: were it a multiple of the step, a seed's numbers would be those of the seed
// before without the first.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(mixture(seed + kStep)) {}

    std::uint64_t bits() {
        state_ += kStep;
        return mixture(state_);
    }
    // 0 … count - 1; 0 where count is 0.
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(((bits() >> 32) * count) >> 32);
    }
    bool one_in(std::uint32_t count) { return below(count) == 0; }

  private:
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;

    static constexpr std::uint64_t mixture(std::uint64_t state) {
        state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
        state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
        return state ^ (state >> 31);
    }

    std::uint64_t state_;
};

} // namespace jacquard
