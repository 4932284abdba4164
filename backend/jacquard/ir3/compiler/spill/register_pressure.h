#pragma once

#include <jacquard/generated/ir3/machine.h>

#include <cstdint>

namespace jacquard::ir3 {

// Components of registers, full ones and halves.
struct RegisterCount {
    std::uint32_t full = 0;
    std::uint32_t half = 0;

    void add(bool is_half, std::uint32_t count) { (is_half ? half : full) += count; }
    void remove(bool is_half, std::uint32_t count) { (is_half ? half : full) -= count; }
    friend RegisterCount operator+(RegisterCount a, RegisterCount b) {
        return {a.full + b.full, a.half + b.half};
    }
};

// How many components may be live at once, in percent of what the machine has.
class RegisterBudget {
  public:
    RegisterBudget(const MachineFacts& machine, unsigned percent)
        : full_(machine.full_registers * 4U * percent / 100),
          half_(machine.half_registers * 4U * percent / 100), merged_(machine.merged_registers) {}

    [[nodiscard]] bool fits(RegisterCount count) const {
        return !lacks_full(count) && count.half <= half_;
    }
    // Whether it helps to free full registers.
    [[nodiscard]] bool lacks_full(RegisterCount count) const {
        return merged_ ? count.full * 2 + count.half > full_ * 2 : count.full > full_;
    }
    // Whether it helps to free half registers.
    [[nodiscard]] bool lacks_half(RegisterCount count) const {
        return count.half > half_ || (merged_ && lacks_full(count));
    }
    // Returns how much of the file the count takes, in full registers where half ones overlap them.
    [[nodiscard]] std::uint32_t taken(RegisterCount count) const {
        return merged_ ? count.full + (count.half + 1) / 2 : count.full;
    }
    [[nodiscard]] std::uint32_t full() const { return full_; }

  private:
    std::uint32_t full_;
    std::uint32_t half_;
    bool merged_;
};

} // namespace jacquard::ir3
