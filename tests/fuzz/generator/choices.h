#pragma once

#include "equivalence/random.h"

#include <cstdint>
#include <span>

namespace jacquard::nir {

// The generator takes its decisions from these: a seed, or bytes that a fuzzer chooses. When the
// bytes are used up every choice is the first one.
class Choices {
  public:
    explicit Choices(std::uint64_t seed) : random_(seed) {}
    explicit Choices(std::span<const std::uint8_t> bytes)
        : random_(0), bytes_(bytes), is_given_(true) {}

    // 0 … count - 1.
    [[nodiscard]] std::uint32_t below(std::uint32_t count);
    [[nodiscard]] bool one_in(std::uint32_t count) { return below(count) == count - 1; }
    [[nodiscard]] std::uint64_t bits();

  private:
    Random random_;
    std::span<const std::uint8_t> bytes_;
    bool is_given_ = false;
};

} // namespace jacquard::nir
