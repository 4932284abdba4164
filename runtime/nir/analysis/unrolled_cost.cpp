#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/loop_analysis.h>
#include <jacquard/nir/analysis/unrolled_cost.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace jacquard::nir {
namespace {

// What a loop costs, or what unrolling inside of one adds to its cost.
struct Bounds {
    std::int64_t least = 0;
    std::int64_t most = 0;
};

std::vector<LoopNode*> loops_of(const Function& function) {
    std::vector<LoopNode*> loops;
    for (const Block& block : function.blocks()) {
        if (block.next != nullptr && block.next->kind == ControlFlowKind::loop) {
            loops.push_back(block.next->as<LoopNode>());
        }
    }
    return loops;
}

bool is_unrolled(const LoopNode& loop, const LoopInfo& info, const Bounds& body,
                 const UnrolledCostLimits& limits) {
    return loop.body.last_block()->jump() == nullptr && !info.has_continue &&
           info.limiting_terminator >= 0 &&
           std::max<std::int64_t>(body.most, 1) * info.trip_count <=
               static_cast<std::int64_t>(limits.cost);
}

// Of the limiting terminator one side is left out of all copies but the last. One that is more than
// a block may hold loops, and then nothing is known of what remains.
std::int64_t least_of_copy(const LoopInfo& info, const Bounds& body) {
    const auto which = static_cast<std::size_t>(info.limiting_terminator);
    const Block& left_out = *info.terminators[which].break_block();
    if (left_out.previous != nullptr) {
        return 0;
    }
    std::int64_t cost = body.least;
    for (const Instruction& instruction : left_out.instructions()) {
        cost -= cost_of(instruction);
    }
    return cost;
}

} // namespace

std::uint64_t unrolled_cost(const Function& function, const UnrolledCostLimits& limits) {
    const std::vector<LoopNode*> loops = loops_of(function);
    LoopLimits analysed;
    analysed.iterations = limits.iterations;
    std::unordered_map<const LoopNode*, Bounds> added; // by unrolling inside
    std::int64_t total = 0;
    // Inner ones stand behind the outer ones.
    for (std::size_t i = loops.size(); i-- > 0;) {
        const LoopInfo info = analyse_loop(*loops[i], analysed);
        const Bounds inside = added[loops[i]];
        const Bounds body = {info.cost + inside.least, info.cost + inside.most};
        Bounds all = body;
        if (is_unrolled(*loops[i], info, body, limits)) {
            const std::int64_t copies = info.trip_count;
            all = {least_of_copy(info, body) * copies, body.most * (copies + 1)};
        }
        if (const LoopNode* around = loop_around(loops[i])) {
            Bounds& sum = added[around];
            sum.least += all.least - info.cost;
            sum.most += all.most - info.cost;
        } else {
            total += all.least;
        }
    }
    return static_cast<std::uint64_t>(std::max<std::int64_t>(total, 0));
}

} // namespace jacquard::nir
