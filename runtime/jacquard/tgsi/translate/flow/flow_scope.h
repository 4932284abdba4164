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
    bool then_is_dead = false;        // control flow does not reach the end of the then-part
    bool has_exit = false;            // something leaves
    bool return_is_pending = false;   // something left that wants to return
    bool continue_is_pending = false; // something left that wants the next round of a loop
    // Flags that request the next iteration of a loop, and the return from a call.
    nir::SsaScalars::Scalar* continue_flag = nullptr;
    nir::SsaScalars::Scalar* return_flag = nullptr;

    // The state of a switch: its selector; whether each label matches, if all labels are compared
    // at the start; otherwise whether any label has matched so far; and the condition of the next
    // group.
    nir::Operand selector;
    std::vector<nir::SsaDef*> matches;
    nir::SsaDef* any_match = nullptr;
    std::uint32_t num_labels_seen = 0;
    nir::SsaDef* entry = nullptr;

    // The state of a region of branches. If it has several parts, a value says which of them is the
    // next.
    const BranchRegion* region = nullptr;
    nir::SsaScalars::Scalar* next_part = nullptr;

    // Flags that request the end of this scope and its next iteration, and requests to enclosing
    // scopes that left this one.
    nir::SsaScalars::Scalar* leave_flag = nullptr;
    nir::SsaScalars::Scalar* again_flag = nullptr;
    std::vector<PendingLeave> pending;

    // The state of a call.
    std::uint32_t subroutine = 0;
    std::uint32_t return_to = 0;

    // Returns whether control flow may come to the beginning of the scope again.
    [[nodiscard]] bool is_repeated() const {
        return kind == BlockKind::loop_block || kind == BlockKind::rep_block ||
               kind == BlockKind::for_block;
    }
};

} // namespace jacquard::tgsi
