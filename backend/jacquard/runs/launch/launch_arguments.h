#pragma once

#include <jacquard/runs/launch/program_launch.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::driver {

// The arguments of a launch as a kernel finds them, and the memory that they point to.
struct BoundArguments {
    std::vector<std::byte> block;
    std::vector<LaunchRange> ranges; // sorted by address: those given, and one for each buffer
    std::uint32_t shared_bytes = 0;  // of a workgroup, with those that arguments ask for
};

// Binds what a launch gives to the parameters of a program. What is wrong is added to `faults`, a
// sentence each, which names the argument.
[[nodiscard]] BoundArguments bind_arguments(const ir3::Program& program,
                                            const ProgramLaunch& launch,
                                            std::vector<std::string>& faults);

// Adds to `faults` what is wrong with ranges that are sorted by address: they must not overlap, be
// it by their addresses or by the memory that they have.
void check_ranges(const std::vector<LaunchRange>& ranges, std::vector<std::string>& faults);

// The first address behind all ranges at which others may begin.
[[nodiscard]] std::uint64_t free_address(const std::vector<LaunchRange>& ranges);

} // namespace jacquard::driver
