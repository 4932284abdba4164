#pragma once

#include <jacquard/generated/tgsi/opcodes.h>
#include <jacquard/nir/build/operand.h>
#include <jacquard/nir/build/ssa_scalars.h>
#include <jacquard/nir/ir/control_flow.h>
#include <jacquard/tgsi/translate/flow/branch_regions.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::tgsi {

// Something left a loop on its way to the end of a scope around, or to its next round.
struct PendingLeave {
    std::size_t scope; // its number
    bool again;

    friend bool operator==(const PendingLeave&, const PendingLeave&) = default;
};

// A block of control flow that is open while a program is translated, or a subroutine that is
// called, and what became of it.
struct FlowScope {
    BlockKind kind = BlockKind::none;
    nir::IfNode* branch = nullptr;    // an if; the group of labels at hand; of a conditional call
    nir::LoopNode* loop = nullptr;    // a loop, switch or subroutine that is left from anywhere
    bool then_is_dead = false;        // nothing runs to the end of what ELSE closed
    bool has_exit = false;            // something leaves
    bool return_is_pending = false;   // something left that wants to return
    bool continue_is_pending = false; // something left that wants the next round of a loop
    // What asks for the next round of a loop, and to return from a call.
    nir::SsaScalars::Scalar* continue_flag = nullptr;
    nir::SsaScalars::Scalar* return_flag = nullptr;

    // Of a switch: the selector; by label whether it matches, where that was known from the start;
    // else whether any label did so far; and what lets the next group run.
    nir::Operand selector;
    std::vector<nir::SsaDef*> matches;
    nir::SsaDef* any_match = nullptr;
    std::uint32_t num_labels_seen = 0;
    nir::SsaDef* entry = nullptr;

    // Of a region of branches: what says which of its parts is the next to run, where it has
    // several.
    const BranchRegion* region = nullptr;
    nir::SsaScalars::Scalar* next_part = nullptr;

    // What asks for the end of a scope and for its next round, and what asked for those of scopes
    // around and left.
    nir::SsaScalars::Scalar* leave_flag = nullptr;
    nir::SsaScalars::Scalar* again_flag = nullptr;
    std::vector<PendingLeave> pending;

    // Of a call.
    std::uint32_t subroutine = 0;
    std::uint32_t return_to = 0;

    // Whether control comes to its beginning again.
    [[nodiscard]] bool is_repeated() const {
        return kind == BlockKind::loop_block || kind == BlockKind::rep_block ||
               kind == BlockKind::for_block;
    }
};

} // namespace jacquard::tgsi
