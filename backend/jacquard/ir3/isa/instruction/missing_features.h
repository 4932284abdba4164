#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <string_view>

namespace jacquard::ir3 {

// Returns the feature that an instruction needs and the machine lacks, though its word can be
// encoded:
// "(nopN)", "a second predicate". Empty when it has all but perhaps the registers, which are among
// the effects. `machine` are the facts of the revision, or those of a part.
[[nodiscard]] std::string_view missing_feature(const Instruction& instruction, Revision revision,
                                               const MachineFacts& machine);

} // namespace jacquard::ir3
