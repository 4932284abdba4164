#include <jacquard/generated/passes/optimise_loops.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/tail_jumps.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/sides.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace jacquard::nir {
namespace {

bool is_only(const ControlFlowList& side, JumpKind kind) {
    const JumpInstruction* jump = side.last_block()->jump();
    return side.first == side.last && jump != nullptr && jump->jump == kind &&
           side.first_block()->first == jump;
}

class OptimiseLoops {
  public:
    OptimiseLoops(Function& function, const OptimiseLoopsOptions& options)
        : function_(function), shader_(*function.shader), nest_limit_(options.nest_limit) {}

    bool run() {
        std::vector<LoopNode*> loops;
        for (Block& block : function_.blocks()) {
            if (block.next != nullptr && block.next->kind == ControlFlowKind::loop) {
                loops.push_back(block.next->as<LoopNode>());
            }
        }
        if (loops.empty()) {
            return false;
        }
        compute_dominance(function_);
        find_breaks();
        bool changed = false;
        for (std::size_t i = loops.size(); i-- > 0;) {
            // Loops changed inside must be tidied before this loop is changed itself.
            if (changed_inside_.contains(loops[i])) {
                continue;
            }
            if (merge_terminators(*loops[i]) || (runs_once(*loops[i]) && dissolve(*loops[i]))) {
                changed = true;
                mark_loops_around(*loops[i]);
            }
        }
        if (changed) {
            tidy_control_flow(function_);
        }
        return changed;
    }

  private:
    static bool runs_once(const LoopNode& loop) {
        const Block& header = *loop.header();
        return is_reachable(header) &&
               std::all_of(header.predecessors().begin(), header.predecessors().end(),
                           [&](const Block* predecessor) {
                               return predecessor == loop.block_before() ||
                                      !is_reachable(*predecessor);
                           });
    }

    void find_breaks() {
        for (Block& block : function_.blocks()) {
            const JumpInstruction* jump = block.jump();
            if (jump != nullptr && jump->jump == JumpKind::break_loop) {
                breaks_[loop_around(&block)].push_back(&block);
            }
        }
    }

    void mark_loops_around(const LoopNode& loop) {
        for (const LoopNode* outer = loop_around(&loop);
             outer != nullptr && changed_inside_.insert(outer).second; outer = loop_around(outer)) {
        }
    }

    bool dissolve(LoopNode& loop) {
        const std::vector<const Block*>& breaks = breaks_[&loop];
        const std::size_t count = breaks.size();
        Block& exit = *loop.block_after();
        if (count == 1 && breaks.front() == loop.body.last_block()) {
            replace_by_body(loop);
            return true;
        }
        if (count == 0 || count > nest_limit_ || !can_nest(loop.body, count)) {
            return false;
        }
        nest_behind_jumps(shader_, loop.body, JumpKind::break_loop, exit, nest_limit_);
        remove_tail_jumps(shader_, loop.body, JumpKind::break_loop, exit);
        ControlFlowNode* before = loop.previous;
        loop.list->remove(&loop);
        splice_after(before, loop.body);
        return true;
    }

    // Returns true if all breaks of a loop end a side of an if directly in its body, or the body.
    static bool can_nest(const ControlFlowList& body, std::size_t count) {
        const auto breaks = [](const ControlFlowList& list) {
            const JumpInstruction* jump = list.last_block()->jump();
            return jump != nullptr && jump->jump == JumpKind::break_loop;
        };
        std::size_t found = breaks(body) ? 1 : 0;
        for (const ControlFlowNode* node = body.first; node != nullptr; node = node->next) {
            if (const auto* branch = node->as<IfNode>()) {
                const bool last =
                    node->next == body.last && body.last_block()->first_after_phis() == nullptr;
                const bool in_then = breaks(branch->then_list);
                const bool in_else = breaks(branch->else_list);
                if ((in_then || in_else) &&
                    (in_then ? branch->else_list : branch->then_list).last_block()->jump() !=
                        nullptr &&
                    !last) {
                    return false;
                }
                found += (in_then ? 1U : 0U) + (in_else ? 1U : 0U);
            }
        }
        return found == count && !breaks_twice_before_end(body, breaks);
    }

    template <typename Breaks>
    static bool breaks_twice_before_end(const ControlFlowList& body, const Breaks& breaks) {
        for (const ControlFlowNode* node = body.first; node != nullptr; node = node->next) {
            const auto* branch = node->as<IfNode>();
            if (branch != nullptr && breaks(branch->then_list) && breaks(branch->else_list) &&
                node->next != body.last) {
                return true;
            }
        }
        return false;
    }

    // if a { break } if b { break } becomes if ior(a, b) { break }.
    bool merge_terminators(LoopNode& loop) {
        bool changed = false;
        exit_values_.clear();
        for (ControlFlowNode* node = loop.body.first; node != nullptr; node = node->next) {
            auto* first = node->as<IfNode>();
            while (first != nullptr && first->block_after()->next != nullptr) {
                auto* second = first->block_after()->next->as<IfNode>();
                if (second == nullptr || !merge(loop, *first, *second)) {
                    break;
                }
                changed = true;
            }
        }
        return changed;
    }

    bool merge(LoopNode& loop, IfNode& first, IfNode& second) {
        const bool first_in_then = is_only(first.then_list, JumpKind::break_loop);
        const bool second_in_then = is_only(second.then_list, JumpKind::break_loop);
        if (!leaves_only(first, first_in_then) || !leaves_only(second, second_in_then)) {
            return false;
        }
        Block& between = *first.block_after();
        if (!is_free(between) || !same_exit(loop, first, first_in_then, second, second_in_then)) {
            return false;
        }
        Block& before = *first.block_before();
        for (Instruction& instruction : between.instructions()) {
            instruction.unlink();
            before.append(&instruction);
        }
        CoreBuilder b(shader_, Cursor::at_end(&before));
        SsaDef* x = first.condition.ssa;
        SsaDef* y = second.condition.ssa;
        x = first_in_then ? x : b.inot(x);
        y = second_in_then ? y : b.inot(y);
        SsaDef* either = b.ior(x, y);
        first.condition.set(first_in_then ? either : b.inot(either));
        discard(&second);
        return true;
    }

    static bool leaves_only(const IfNode& branch, bool in_then) {
        return in_then
                   ? is_empty(branch.else_list)
                   : is_only(branch.else_list, JumpKind::break_loop) && is_empty(branch.then_list);
    }

    static bool is_free(const Block& block) {
        unsigned cost = 0;
        for (const Instruction& instruction : block.instructions()) {
            cost += cost_of(instruction);
            if (cost > 2 || !can_move(instruction) || !can_speculate(instruction)) {
                return false;
            }
        }
        return true;
    }

    // Returns true if the loop leaves the same values whichever of the two breaks is taken.
    bool same_exit(const LoopNode& loop, const IfNode& first, bool first_in_then,
                   const IfNode& second, bool second_in_then) {
        const Block& exit = *loop.block_after();
        if (exit.first == nullptr || exit.first->kind != InstructionKind::phi) {
            return true;
        }
        if (exit_values_.empty()) {
            find_exit_values(exit);
        }
        return exit_values_[(first_in_then ? first.then_list : first.else_list).last_block()] ==
               exit_values_[(second_in_then ? second.then_list : second.else_list).last_block()];
    }

    void find_exit_values(const Block& exit) {
        for (const Instruction& instruction : exit.instructions()) {
            const auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source->next) {
                exit_values_[source->predecessor].push_back(source->ssa);
            }
        }
    }

    Function& function_;
    Shader& shader_;
    std::uint32_t nest_limit_;
    std::unordered_map<const LoopNode*, std::vector<const Block*>> breaks_;
    std::unordered_set<const LoopNode*> changed_inside_;
    // The values that the phis after the current loop read from each block.
    std::unordered_map<const Block*, std::vector<const SsaDef*>> exit_values_;
};

} // namespace

bool optimise_loops(Shader& shader, const OptimiseLoopsOptions& options) {
    return shader.made.has_loops() && change_functions<OptimiseLoops>(shader, options);
}

} // namespace jacquard::nir
