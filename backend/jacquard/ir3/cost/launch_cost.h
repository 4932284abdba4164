#pragma once

#include <jacquard/ir3/cost/cost_report.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// The cost of a whole launch of a compute program.
namespace jacquard::ir3 {

// How the addresses of an access lie over the lanes of a wave.
enum class AccessPattern : std::uint8_t {
    contiguous, // each lane's element is behind its neighbour's
    strided,    // elements are a fixed distance apart
    gathered,   // addresses follow from loaded values
    broadcast,  // all lanes have one address
    unknown,    // nothing is known of them
};
inline constexpr std::size_t kNumAccessPatterns = 5;

// "contiguous".
[[nodiscard]] std::string_view name_of(AccessPattern pattern);

// Accesses to memory beyond the workgroup, of all waves of a launch.
struct PatternCost {
    double accesses = 0;     // instructions that waves execute
    double transactions = 0; // lines of memory that they take
    double bytes = 0;        // that lanes ask for
};

struct LaunchCost {
    std::array<std::uint32_t, 3> groups{};
    double waves = 0;
    std::uint32_t group_waves = 0;    // of each group
    std::uint32_t groups_at_once = 0; // on one core
    double rounds = 0;                // in which one core would run all groups
    std::array<PatternCost, kNumAccessPatterns> patterns{}; // by AccessPattern
    double local_accesses = 0; // to memory of the workgroup: instructions that waves execute
    double line_bytes = 0;     // of a transaction
    double moved_bytes = 0;    // lines of all transactions
    double operations = 0;     // of arithmetic, each lane counts
    bool bounded = true;       // false: a loop of unknown rounds counts once

    // Operations for each byte that moves; 0 where none moves.
    [[nodiscard]] double intensity() const {
        return moved_bytes > 0 ? operations / moved_bytes : 0;
    }
    [[nodiscard]] const PatternCost& of(AccessPattern pattern) const {
        return patterns[static_cast<std::size_t>(pattern)];
    }
};

// The cost of so many workgroups of a program, whose report this is.
[[nodiscard]] LaunchCost launch_cost(const Program& program, const CostReport& report,
                                     const std::array<std::uint32_t, 3>& groups);

} // namespace jacquard::ir3
