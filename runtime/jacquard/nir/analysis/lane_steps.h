#pragma once

#include <jacquard/nir/analysis/scalar_key.h>
#include <jacquard/nir/ir/shader.h>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace jacquard::nir {

// How an integer differs from one lane of a wave to the next.
struct LaneStep {
    enum class Kind : std::uint8_t {
        same,   // all lanes have one value
        steps,  // the next lane's value is `step` larger
        spread, // nothing is known, or it follows from loaded values
    };

    Kind kind = Kind::spread;
    std::int64_t step = 0;

    friend bool operator==(const LaneStep&, const LaneStep&) = default;
};

// Follows integers back to the numbers of invocations, as far as sums, products with constants and
// shifts lead. It is an estimate: lanes are taken to come to a value together, and rows of a
// workgroup to be as long as a wave where they are not known to be shorter.
class LaneSteps {
  public:
    // The lengths of a workgroup, zeros where they are not known, and the lanes of a wave.
    LaneSteps(const std::array<std::uint32_t, 3>& workgroup, std::uint32_t lanes);

    [[nodiscard]] LaneStep of(const SsaDef& value, unsigned component);

  private:
    [[nodiscard]] LaneStep follow(const SsaDef& value, unsigned component);
    [[nodiscard]] LaneStep follow(const AluInstruction& alu, unsigned component);
    [[nodiscard]] LaneStep follow(const IntrinsicInstruction& intrinsic, unsigned component);
    [[nodiscard]] LaneStep follow(const PhiInstruction& phi, unsigned component);
    [[nodiscard]] LaneStep source(const AluInstruction& alu, std::size_t number,
                                  unsigned component);

    void forget_since(const ScalarKey& phi);

    // Follows no further than that many values from one to the next.
    static constexpr unsigned kMaxDepth = 200;

    bool rows_fill_waves_; // neighbours of a wave differ in the first number alone
    unsigned depth_ = 0;
    std::unordered_map<ScalarKey, LaneStep, ScalarKeyHash> known_;
    std::vector<ScalarKey>
        found_; // those that are known, in the order in which they were asked for
    std::unordered_set<ScalarKey, ScalarKeyHash> disproved_; // phis that are no counter of a loop
};

} // namespace jacquard::nir
