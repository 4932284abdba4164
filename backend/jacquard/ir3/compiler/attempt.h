#pragma once

#include <jacquard/ir3/compiler/select/translate.h>

#include <cstdint>

namespace jacquard::ir3 {

// In place of Attempt::percent: to say why there are too few registers.
inline constexpr unsigned kExplains = ~0U;

// How a program is made, and what came of it.
struct Attempt {
    // What is the same for all lanes moves to the preamble.
    bool hoists = true;
    // Components of the arrays that may have registers; longer ones are in private memory.
    std::uint32_t longest_array = kAnyArray;
    // How much of the registers values may take before some of them are kept in private memory.
    // Those that must be neighbours cannot always use all there are. 0: none is.
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
