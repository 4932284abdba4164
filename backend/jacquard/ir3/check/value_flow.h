#pragma once

#include <jacquard/ir3/check/program_flow.h>
#include <jacquard/ir3/program.h>

#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// A word reads what another of its block wrote.
struct ValueUse {
    std::uint32_t writer = 0; // in Program::words
    std::uint32_t reader = 0;
    Sync arrives = Sync::none; // the flag with which the value comes; none: after slots

    friend bool operator==(const ValueUse&, const ValueUse&) = default;
};

// Describes how values go through the words of a program, told from the words and the header.
struct ValueFlow {
    std::vector<FlowBlock> blocks; // up to the last `end`
    std::vector<ValueUse> uses;    // by reader, then by writer
    // By word: registers in vec4 that hold something which is still to be read, when the word
    // issues or right behind it, whichever are more. Those of the file that decides how many waves
    // run at a time: of merged files all, else the full ones. Registers with one value for all
    // lanes do not count. Of programs whose loops take too long to follow it is what is found by
    // then.
    std::vector<double> live;
};

// The part of the program must exist. Elements of arrays that a0.x chooses are live together; where
// nothing is known of an array, its accesses count for nothing.
[[nodiscard]] ValueFlow value_flow(const Program& program, Revision revision);

} // namespace jacquard::ir3
