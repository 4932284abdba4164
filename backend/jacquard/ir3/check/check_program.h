#pragma once

#include <jacquard/ir3/check/check_options.h>
#include <jacquard/ir3/isa/describe/fault.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>

#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Finds faults in the words of a program without running them. Over all paths through its branches,
// loops and predicated parts every instruction must wait for what it reads, overwrites and tests -
// by issue slots or with (ss) and (sy) - and read only what was written before; and every register,
// constant, target of a branch and feature of the part that it or the header asks for must exist.
//
// This is the emulator's idea of hazards, for all runs at once. A path counts though no run may
// take it. What an instruction finds through a0.x is one of the registers of Program::arrays; where
// those do not tell, such an access counts for nothing but a0.x. Of calls and returns nothing is
// known; they are findings of kind `unsupported`.
//
// At most one finding of a kind for each instruction, in the order of the instructions.
[[nodiscard]] std::vector<Fault> check_program(const Program& program, Revision revision,
                                               const CheckOptions& options = {});

} // namespace jacquard::ir3

JACQUARD_END_API
