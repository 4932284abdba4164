#pragma once

#include <jacquard/amber/read/lines/lines.h>

#include <cstdint>

namespace jacquard::driver::amber {

// The memory that the buffers of a script take together, which has a limit.
class MemoryBudget {
  public:
    MemoryBudget(Lines& lines, const Limits& limits) : lines_(lines), limits_(limits) {}

    [[nodiscard]] const Limits& limits() const { return limits_; }
    // Takes some of it. False after a fault.
    bool allot(const Token& token, std::uint64_t bytes);
    // Tells that something takes too much of it. Returns false.
    bool fail(const Token& token) { return lines_.fail_limit(token, Limit::memory, limits_); }

  private:
    Lines& lines_;
    const Limits& limits_;
    std::uint64_t bytes_ = 0;
};

} // namespace jacquard::driver::amber
