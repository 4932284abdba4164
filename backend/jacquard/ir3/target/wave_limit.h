#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// The resource that keeps more waves of a program from running at a time.
enum class WaveLimit : std::uint8_t {
    none,          // as many run as ever do
    registers,     // the register file is full
    shared_memory, // the memory of workgroups is full
    branch_stack,  // there is no room for more lanes that wait for others
    group_size,    // a workgroup has more waves than there is room for at a time
};

// "registers", "shared memory", "branch stack", "group size"; "none".
[[nodiscard]] std::string_view name_of(WaveLimit limit);

} // namespace jacquard::ir3

JACQUARD_END_API
