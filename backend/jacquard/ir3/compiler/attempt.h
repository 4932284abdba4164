#pragma once

#include <jacquard/ir3/compiler/select/any_array.h>
#include <jacquard/ir3/program.h>

#include <cstdint>
#include <variant>

namespace jacquard::ir3 {

// The limits within which an attempt makes a program. Where registers do not suffice, another
// attempt with other limits follows.
struct AttemptLimits {
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
};

// An attempt ran short of registers. This is no error, since another attempt may need fewer.
struct Shortage {
    // One wave has enough registers, but not all waves of a workgroup that wait for each other.
    bool of_group = false;
    // The preamble computes more than there is room for, however little is kept elsewhere.
    bool of_preamble = false;
    bool has_preamble = false;
};

// An attempt ended with a diagnostic, which no other attempt would avoid.
struct Refusal {};

using Attempt = std::variant<Refusal, Shortage, Program>;

} // namespace jacquard::ir3
