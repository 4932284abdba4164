#pragma once

#include <jacquard/nir/ir/instruction.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir {

// A value taken apart into another one and what is added to it. Without a base it is a constant.
struct OffsetParts {
    SsaDef* base = nullptr;
    std::uint8_t component = 0; // of the base
    std::int64_t constant = 0;

    friend bool operator==(const OffsetParts&, const OffsetParts&) = default;
};

// Takes offsets apart. Every value is looked at once, so long chains of sums take linear time; the
// instructions must be shown in an order in which values stand before their uses, and be of one
// function: values of others have the same numbers.
class OffsetAnalysis {
  public:
    void see(const Instruction& instruction);
    // The parts of component `c` of a value.
    [[nodiscard]] OffsetParts parts(SsaDef& value, unsigned c = 0) const;

  private:
    std::vector<OffsetParts> sums_; // by value; the base is null where nothing is known
};

} // namespace jacquard::nir
