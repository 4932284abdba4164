#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace jacquard::ir3 {

// The product of three sizes; the greatest number there is where it would be more.
[[nodiscard]] constexpr std::uint64_t product_of(const std::array<std::uint32_t, 3>& sizes) {
    const std::uint64_t plane = std::uint64_t{sizes[0]} * sizes[1];
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    return sizes[2] != 0 && plane > kMost / sizes[2] ? kMost : plane * sizes[2];
}

// The place of number `i` among all that there are along three axes, the first of which counts
// fastest.
[[nodiscard]] constexpr std::array<std::uint32_t, 3>
place_of(std::uint64_t i, const std::array<std::uint32_t, 3>& sizes) {
    const std::uint64_t row = i / sizes[0];
    return {static_cast<std::uint32_t>(i % sizes[0]), static_cast<std::uint32_t>(row % sizes[1]),
            static_cast<std::uint32_t>(row / sizes[1])};
}

// Describes how the invocations of a workgroup become waves: in the order of their local index,
// each wave full but the last, which has what is left. A lane without an invocation does not exist.
class WorkgroupWaves {
  public:
    // `wave_size` is the number of lanes of a full wave, a power of two; `resident` how many such
    // workgroups are there at a time. None may be 0.
    constexpr WorkgroupWaves(std::uint32_t invocations, std::uint32_t wave_size,
                             std::uint32_t resident = 1)
        : invocations_(invocations), size_(wave_size), resident_(resident) {}

    [[nodiscard]] constexpr std::uint32_t size() const { return size_; }
    [[nodiscard]] constexpr std::uint32_t invocations() const { return invocations_; }
    [[nodiscard]] constexpr std::uint32_t count() const { return (invocations_ - 1) / size_ + 1; }
    [[nodiscard]] constexpr std::uint32_t resident() const { return resident_; }
    // The local index of the first lane of a wave.
    [[nodiscard]] constexpr std::uint32_t first(std::uint32_t wave) const { return wave * size_; }
    // Lanes of a wave that exist.
    [[nodiscard]] constexpr std::uint32_t lanes(std::uint32_t wave) const {
        return std::min(size_, invocations_ - first(wave));
    }

  private:
    std::uint32_t invocations_;
    std::uint32_t size_;
    std::uint32_t resident_;
};

} // namespace jacquard::ir3
