#pragma once

#include <jacquard/ir3/compiler/select/context.h>

#include <cstdint>

namespace jacquard::ir3 {

// This value of Attempt::percent requests an explanation of the missing registers instead of a
// program.
inline constexpr unsigned kExplains = ~0U;

// An attempt at a program: how to compile it, and which resources it turned out to lack.
struct Attempt {
    // Uniform values move to the preamble.
    bool hoists = true;
    // Components of the arrays that may have registers; longer ones are in private memory.
    std::uint32_t longest_array = kAnyArray;
    // The percentage of the registers that values may occupy before some are spilled. Values that
    // must be neighbours cannot always use all registers. 0 means that nothing is spilled.
    unsigned percent = 0;
    // There are no more registers than leave room for all of a workgroup whose waves wait for each
    // other.
    bool holds_group = false;
    // Too few registers are no error, but make the attempt end without a program.
    bool lacks_registers = false;
    // There are too few for such a workgroup alone.
    bool lacks_room = false;
    // There are too few for what the preamble computes, however little is kept elsewhere.
    bool preamble_lacks = false;
    bool has_preamble = false;
};

} // namespace jacquard::ir3
