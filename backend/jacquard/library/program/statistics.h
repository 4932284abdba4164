#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// A figure of a program and the name it is printed under.
struct StatisticInfo {
    std::string_view name;
    std::uint32_t ir3::ProgramStatistics::*member;
};

inline constexpr std::array<StatisticInfo, 15> kStatistics = {{
    {"instructions", &ir3::ProgramStatistics::instructions},
    {"preamble_instructions", &ir3::ProgramStatistics::preamble_instructions},
    {"nops", &ir3::ProgramStatistics::nops},
    {"movs", &ir3::ProgramStatistics::movs},
    {"covs", &ir3::ProgramStatistics::covs},
    {"full_registers", &ir3::ProgramStatistics::full_registers},
    {"half_registers", &ir3::ProgramStatistics::half_registers},
    {"short_syncs", &ir3::ProgramStatistics::short_syncs},
    {"long_syncs", &ir3::ProgramStatistics::long_syncs},
    {"spill_stores", &ir3::ProgramStatistics::spill_stores},
    {"spill_loads", &ir3::ProgramStatistics::spill_loads},
    {"private_bytes", &ir3::ProgramStatistics::private_bytes},
    {"constant_length", &ir3::ProgramStatistics::constant_length},
    {"branch_stack", &ir3::ProgramStatistics::branch_stack},
    {"waves", &ir3::ProgramStatistics::waves},
}};

// The figures of a program with the names they are printed under.
[[nodiscard]] inline std::array<std::pair<std::string_view, std::uint32_t>, kStatistics.size()>
named_statistics(const ir3::ProgramStatistics& statistics) {
    std::array<std::pair<std::string_view, std::uint32_t>, kStatistics.size()> named;
    for (std::size_t i = 0; i < named.size(); ++i) {
        named[i] = {kStatistics[i].name, statistics.*kStatistics[i].member};
    }
    return named;
}

} // namespace jacquard::driver

JACQUARD_END_API
