#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir {

// An if directly in the body of a loop of which one side ends in a break.
struct LoopTerminator {
    IfNode* branch = nullptr;
    bool breaks_in_then = false;
    bool is_computable = false;   // its condition follows from constants and counters alone
    bool breaks_at_all = false;   // within the iterations that were computed
    std::uint32_t iterations = 0; // whole ones before it breaks, if breaks_at_all

    [[nodiscard]] Block* break_block() const {
        return (breaks_in_then ? branch->then_list : branch->else_list).last_block();
    }
    [[nodiscard]] Block* continue_block() const {
        return (breaks_in_then ? branch->else_list : branch->then_list).last_block();
    }
};

// A phi of the header that counts: its next value is `update` of itself and what does not change
// in the loop.
struct InductionVariable {
    PhiInstruction* phi = nullptr;
    SsaDef* initial = nullptr;
    AluInstruction* update = nullptr;
    SsaDef* step = nullptr; // the operand of the update that is not the phi; null where it has none
};

struct LoopInfo {
    LoopNode* loop = nullptr;
    std::vector<LoopTerminator> terminators; // in order of the text
    std::vector<InductionVariable> induction_variables;
    // The terminator that is known to break first: no other that is computable does so earlier.
    // -1: none is known.
    int limiting_terminator = -1;
    // Whole iterations before the limiting terminator breaks; what stands before it is run once
    // more.
    std::uint32_t trip_count = 0;
    bool trip_count_is_exact = false; // nothing else can leave or restart the loop
    bool has_other_jumps = false;     // a break, return or halt that is in no terminator
    bool has_continue = false;        // other than by the end of the body
    std::uint32_t num_instructions = 0;
    std::uint32_t cost = 0; // instructions that are not free: no constants, copies, phis or jumps
};

struct LoopLimits {
    std::uint32_t iterations = 1024;  // computed before giving up
    std::uint32_t cost = ~0U;         // of all of them: more are not computed than have so much
    std::uint32_t instructions = 128; // of what the conditions of one loop are computed from
    std::uint32_t terminators = 16;   // whose conditions are looked at, from the first on
};

// Looks at one loop; loops inside count as part of its body. Iterations are found by computing the
// conditions with the opcodes' own evaluator, so they are exact for every counter, wrapping,
// rounding and flushing as it does. Needs link_blocks() to be right; time is the size of the loop
// and of what is computed.
[[nodiscard]] LoopInfo analyse_loop(LoopNode& loop, const LoopLimits& limits = {});

} // namespace jacquard::nir
