#pragma once

#include <jacquard/nir/analysis/scalar_key.h>
#include <jacquard/nir/ir/shader.h>

#include <array>
#include <cstdint>
#include <unordered_map>

namespace jacquard::nir {

// Tells how large integers can be, as unsigned numbers, from the size of a workgroup, constants and
// what is done with them. Sums and products that may wrap around can have any value of their width.
class LargestValues {
  public:
    // The largest number of an invocation along each axis of a workgroup, and among all of its
    // invocations.
    LargestValues(const std::array<std::uint32_t, 3>& last_along, std::uint32_t last_of_all)
        : last_along_(last_along), last_of_all_(last_of_all) {}

    [[nodiscard]] std::uint64_t of(const SsaDef& value, unsigned component);

  private:
    [[nodiscard]] std::uint64_t follow(const AluInstruction& alu, unsigned component);
    [[nodiscard]] std::uint64_t source(const AluInstruction& alu, std::size_t number,
                                       unsigned component);

    // Follows no further than that many values from one to the next.
    static constexpr unsigned kMaxDepth = 64;

    std::array<std::uint32_t, 3> last_along_;
    std::uint32_t last_of_all_;
    unsigned depth_ = 0;
    std::unordered_map<ScalarKey, std::uint64_t, ScalarKeyHash> known_;
};

} // namespace jacquard::nir
