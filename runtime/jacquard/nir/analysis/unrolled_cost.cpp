#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/loop_analysis.h>
#include <jacquard/nir/analysis/unrolled_cost.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace jacquard::nir {
namespace {

// The cost of an unrolled loop is capped at this value; more makes no difference.
constexpr std::int64_t kMost = std::int64_t{1} << 40;

std::vector<LoopNode*> loops_of(const Function& function) {
    std::vector<LoopNode*> loops;
    for (const Block& block : function.blocks()) {
        if (block.next != nullptr && block.next->kind == ControlFlowKind::loop) {
            loops.push_back(block.next->as<LoopNode>());
        }
    }
    return loops;
}

bool can_be_unrolled(const LoopNode& loop, const LoopInfo& info) {
    return loop.body.last_block()->jump() == nullptr && !info.has_continue &&
           info.limiting_terminator >= 0;
}

// Every copy of the body but the last leaves out one side of the limiting terminator. If that side
// has several blocks, it may hold loops, and then there is no lower bound for the rest.
std::int64_t least_of_copy(const LoopInfo& info, std::int64_t cost) {
    const auto which = static_cast<std::size_t>(info.limiting_terminator);
    const Block& left_out = *info.terminators[which].break_block();
    if (left_out.previous != nullptr) {
        return 0;
    }
    for (const Instruction& instruction : left_out.instructions()) {
        cost -= cost_of(instruction);
    }
    return cost;
}

} // namespace

std::uint64_t unrolled_cost(const Function& function, std::uint32_t iterations) {
    const std::vector<LoopNode*> loops = loops_of(function);
    LoopLimits limits;
    limits.iterations = iterations;
    std::unordered_map<const LoopNode*, std::int64_t> added; // to a body by unrolling inside of it
    std::int64_t total = 0;
    // Inner ones stand behind the outer ones.
    for (std::size_t i = loops.size(); i-- > 0;) {
        const LoopInfo info = analyse_loop(*loops[i], limits);
        std::int64_t cost = info.cost + added[loops[i]];
        if (can_be_unrolled(*loops[i], info)) {
            cost = std::min(least_of_copy(info, cost) * info.trip_count, kMost);
        }
        if (const LoopNode* around = loop_around(loops[i])) {
            added[around] += cost - info.cost;
        } else {
            total += cost;
        }
    }
    return static_cast<std::uint64_t>(std::max<std::int64_t>(total, 0));
}

} // namespace jacquard::nir
