#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace jacquard::nir {

// Lowerings as data, made from `lower` in defs/nir/alu; see lowerings.h for the tables themselves.

enum class LoweringGroup : std::uint8_t;

// A set of groups: bit n for the n-th.
using LoweringGroups = std::uint64_t;

inline constexpr std::uint16_t kNoLoweringRule = 0xffff;

// One way to compute an opcode by others.
struct Lowering {
    std::uint16_t rule; // in kRules: finds the opcode and says what takes its place
    std::uint16_t done; // in kRules: finds what the lowering made itself; or kNoLoweringRule
    LoweringGroup group;
    std::uint8_t width; // the only one of operands without one of their own; 0: several, or none
};

// An option of a pass that a list of passes may set.
struct LoweringOption {
    std::string_view name;
    std::string_view doc;
    LoweringGroup group;
};

inline constexpr std::string_view kBitSizesOption = "bit_sizes";

struct LoweringPassInfo {
    std::string_view name;
    std::string_view doc;
    LoweringGroups groups;
    std::uint8_t first_option; // in kLoweringOptions
    std::uint8_t num_options;
    bool has_bit_sizes; // also the widths can be chosen, by kBitSizesOption
};

} // namespace jacquard::nir
