#pragma once

#include <jacquard/ir3/program.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace jacquard::driver {

// The figures of a program with the names they are printed under.
[[nodiscard]] inline std::array<std::pair<std::string_view, std::uint32_t>, 15>
named_statistics(const ir3::ProgramStatistics& statistics) {
    return {{
        {"instructions", statistics.instructions},
        {"preamble_instructions", statistics.preamble_instructions},
        {"nops", statistics.nops},
        {"movs", statistics.movs},
        {"covs", statistics.covs},
        {"full_registers", statistics.full_registers},
        {"half_registers", statistics.half_registers},
        {"short_syncs", statistics.short_syncs},
        {"long_syncs", statistics.long_syncs},
        {"spill_stores", statistics.spill_stores},
        {"spill_loads", statistics.spill_loads},
        {"private_bytes", statistics.private_bytes},
        {"constant_length", statistics.constant_length},
        {"branch_stack", statistics.branch_stack},
        {"waves", statistics.waves},
    }};
}

} // namespace jacquard::driver
