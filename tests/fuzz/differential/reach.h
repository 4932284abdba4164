#pragma once

#include "campaign.h"

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::fuzz {

// Returns how much of all opcodes and rules a campaign reached, as "tgsi: 188 of 270 opcodes".
[[nodiscard]] std::string reach_text(const Coverage& coverage);
// The same with how often each was.
[[nodiscard]] std::string full_reach_text(const Coverage& coverage);

// Holds what a campaign reached against a list of what cannot be reached, and why:
//
//     # a comment
//     tgsi 64-bit types are not supported yet
//         DABS DADD
//     width the operation '...' of 1 bits is not supported yet
//         iadd@1
//     rule the pass before it rewrites what it finds
//         (iadd a (ineg b))
//
// `tgsi`, `nir`, `width` and `rule` begin a reason; names follow on lines that begin with a blank,
// patterns of rules one on a line. `width` is for opcodes that are refused in one width and taken
// in another. A reason is what the compiler says, where it refuses the opcode, but for what is
// quoted and for numbers. The result names what is neither reached nor listed, what is listed and
// reached or unknown, and reasons that the compiler does not give; it is empty when all is well.
[[nodiscard]] std::vector<std::string> check_reach(std::string_view list, const Coverage& coverage,
                                                   const Ingredients& ingredients);

} // namespace jacquard::fuzz
