#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/ir3/target/workgroup_waves.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace jacquard::ir3 {

// The requirements of a program that limit how its workgroups run.
struct Workgroup {
    std::array<std::uint32_t, 3> size{1, 1, 1}; // invocations along each axis
    std::uint64_t shared_bytes = 0;
};

// Returns why a part cannot run such a workgroup; empty where it can. `part` is its number,
// `wave_size` the lanes of a full wave; 0: of the widest.
[[nodiscard]] std::string beyond_limits(const Workgroup& group, const MachineFacts& machine,
                                        std::uint32_t part, std::uint32_t wave_size = 0);

// The vectors of constants that a compute program may have beside so much memory of its workgroup.
[[nodiscard]] std::uint32_t compute_constant_room(std::uint32_t shared_bytes,
                                                  const MachineFacts& machine);

// A dispatch on a part: so many workgroups along each axis, in waves of `wave_size` lanes; 0: of as
// many as a program has that can tell.
struct Dispatch {
    Workgroup group;
    std::array<std::uint32_t, 3> groups{1, 1, 1};
    std::uint32_t wave_size = 0;
    // The registers and branches that the program needs. The fields above take precedence over the
    // same facts here.
    WaveNeeds needs{};
};

// Returns why not all waves of a workgroup run at a time, though they wait for each other; empty
// where they do, or do not wait.
[[nodiscard]] std::string never_together(const WaveNeeds& needs, const MachineFacts& machine,
                                         std::uint32_t part);

// Returns how each of its workgroups becomes waves, and how many of them are there at a time.
// Nothing, which `fault` explains, where the part cannot run it.
[[nodiscard]] std::optional<WorkgroupWaves> waves_of(const Dispatch& dispatch,
                                                     const MachineFacts& machine,
                                                     std::uint32_t part, std::string& fault);

} // namespace jacquard::ir3
