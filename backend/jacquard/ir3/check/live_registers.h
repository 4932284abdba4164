#pragma once

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/program.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace jacquard::ir3 {

// A register that holds something at a point of a program.
struct LiveRegister {
    RegisterLocation location;
    std::vector<std::uint32_t> writers; // words that may have written it, in program order
    bool is_given = false;              // it may hold what was there before the first word
    std::vector<std::uint32_t> readers; // words that may still read it, in program order
    bool is_output = false;             // it is read when the program has ended
};

// All that is held at a point.
struct LiveRegisters {
    std::uint32_t word = 0;
    double vec4 = 0;                     // as ValueFlow::live
    std::vector<LiveRegister> registers; // by number; those with one value for all lanes left out
};

// Returns what is live at a word, when it issues or right behind it, whichever is more; without a
// word, where most is. The part of the program must exist. There is no result where the program has
// no such word.
[[nodiscard]] std::optional<LiveRegisters>
live_registers(const Program& program, Revision revision,
               std::optional<std::uint32_t> word = std::nullopt);

} // namespace jacquard::ir3
