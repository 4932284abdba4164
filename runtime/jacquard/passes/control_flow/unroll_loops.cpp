#include <jacquard/generated/passes/unroll_loops.h>
#include <jacquard/nir/analysis/loop_analysis.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/nir/build/ssa_repair.h>
#include <jacquard/passes/control_flow/kept_loops.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <vector>

namespace jacquard::nir {
namespace {

class UnrollLoops {
  public:
    // The map has room for every value of the shader, so all functions share one.
    UnrollLoops(Function& function, const UnrollLoopsOptions& options, CloneMap& map)
        : function_(function), shader_(*function.shader), options_(options), map_(map) {}

    // A loop can only be analysed once the code unrolled inside it is tidy, so nests are unrolled
    // from the inside, one level at a time.
    bool run() {
        bool changed = false;
        while (run_once()) {
            changed = true;
        }
        return changed;
    }

  private:
    struct HeaderPhi {
        PhiInstruction* phi;
        SsaDef* value; // in the copy at hand
        SsaDef* next;  // the value of the next iteration, in the original
    };

    bool run_once() {
        std::vector<LoopNode*> loops;
        for (Block& block : function_.blocks()) {
            if (block.next != nullptr && block.next->kind == ControlFlowKind::loop) {
                loops.push_back(block.next->as<LoopNode>());
            }
        }
        bool changed = false;
        unrolled_inside_.clear();
        std::unordered_set<const LoopNode*> around;
        // Inner ones stand behind the outer ones.
        for (std::size_t i = loops.size(); i-- > 0;) {
            const bool is_wanted = options_.around_loops || !around.contains(loops[i]);
            if (is_wanted && !unrolled_inside_.contains(loops[i]) && unroll(*loops[i])) {
                changed = true;
                mark_loops_around(*loops[i]);
            } else {
                around.insert(loop_around(loops[i]));
            }
        }
        if (changed) {
            tidy_control_flow(function_);
        }
        return changed;
    }

    void mark_loops_around(const LoopNode& loop) {
        for (LoopNode* outer = loop_around(&loop); outer != nullptr; outer = loop_around(outer)) {
            if (!unrolled_inside_.insert(outer).second) {
                break;
            }
        }
    }

    bool unroll(LoopNode& loop) {
        if (loop.body.last_block()->jump() != nullptr || partially_unrolled_.contains(&loop)) {
            return false;
        }
        LoopLimits limits;
        limits.iterations = options_.iterations;
        if (options_.partial <= 1) {
            // a loop that costs more is not unrolled, however often it runs
            limits.cost = options_.limit;
        }
        const LoopInfo info = analyse_loop(loop, limits);
        if (info.has_continue) {
            return false;
        }
        const std::uint64_t cost = std::max(info.cost, 1U);
        if (info.limiting_terminator >= 0 && cost * info.trip_count <= options_.limit) {
            unroll_fully(loop, info);
            return true;
        }
        if (options_.partial > 1 && info.limiting_terminator < 0 &&
            cost * options_.partial <= options_.limit) {
            unroll_partially(loop);
            return true;
        }
        return false;
    }

    void unroll_fully(LoopNode& loop, const LoopInfo& info) {
        close_loop_values(shader_, loop);
        std::vector<HeaderPhi> phis = header_phis(loop);
        const LoopTerminator& limiting =
            info.terminators[static_cast<std::size_t>(info.limiting_terminator)];
        ControlFlowList copies;
        for (std::uint32_t i = 0; i < info.trip_count; ++i) {
            copy_iteration(loop, phis, copies);
            auto* branch = map_.block(limiting.break_block())->parent->as<IfNode>();
            replace_by_side(*branch, !limiting.breaks_in_then);
        }
        // The body itself is what is left of it when the loop ends.
        for (const HeaderPhi& phi : phis) {
            replace_by(phi.phi->value, phi.value);
        }
        Block* break_block = limiting.break_block();
        replace_by_side(*break_block->parent->as<IfNode>(), limiting.breaks_in_then);
        if (break_block->next != nullptr) {
            discard_from(break_block->next);
        }
        if (copies.first != nullptr) {
            splice_before(loop.body.first, copies);
        }
        if (info.terminators.size() == 1 && !info.has_other_jumps) {
            replace_by_body(loop);
        }
    }

    // The copies follow the body inside the loop; only the last one goes back.
    void unroll_partially(LoopNode& loop) {
        close_loop_values(shader_, loop);
        std::vector<HeaderPhi> phis = header_phis(loop);
        for (HeaderPhi& phi : phis) {
            phi.value = phi.next;
        }
        ControlFlowList copies;
        for (std::uint32_t i = 1; i < options_.partial; ++i) {
            copy_iteration(loop, phis, copies);
        }
        Block* end = loop.body.last_block();
        for (const HeaderPhi& phi : phis) {
            PhiSource* source = phi.phi->source_from(end);
            source->set(phi.value);
            source->predecessor = copies.last_block();
        }
        splice_after(end, copies);
        partially_unrolled_.insert(&loop);
    }

    std::vector<HeaderPhi> header_phis(const LoopNode& loop) const {
        std::vector<HeaderPhi> phis;
        for (Instruction& instruction : loop.header()->instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            phis.push_back({phi, phi->source_from(loop.block_before())->ssa,
                            phi->source_from(loop.body.last_block())->ssa});
        }
        return phis;
    }

    // Adds a copy of the body and makes of the phis what they are behind it.
    void copy_iteration(LoopNode& loop, std::vector<HeaderPhi>& phis, ControlFlowList& copies) {
        map_.forget_copies();
        ControlFlowList body;
        clone(shader_, loop.body, body, &loop, map_);
        for (const HeaderPhi& phi : phis) {
            replace_by(*map_.value(&phi.phi->value), phi.value);
        }
        // The map gives what it gave for the header's phis; those are values of their own.
        for (HeaderPhi& phi : phis) {
            map_.set(&phi.phi->value, phi.value);
        }
        for (HeaderPhi& phi : phis) {
            phi.value = map_.value(phi.next);
        }
        add_exits(loop);
        append(copies, body, loop);
    }

    static void replace_by(SsaDef& phi, SsaDef* value) {
        phi.rewrite_uses(value);
        phi.instruction->remove();
    }

    // Phis behind the loop join what comes from the copy, too.
    void add_exits(const LoopNode& loop) {
        for (Instruction& instruction : loop.block_after()->instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            const PhiSource* last = phi->last_source;
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source == last ? nullptr : source->next) {
                Block* copy = map_.block(source->predecessor);
                if (copy != source->predecessor) {
                    shader_.add_phi_source(phi, copy, map_.value(source->ssa));
                }
            }
        }
    }

    static void append(ControlFlowList& copies, ControlFlowList& body, LoopNode& loop) {
        if (copies.first != nullptr) {
            splice_after(copies.last, body);
            return;
        }
        copies = body;
        take_over(copies, loop);
    }

    static void take_over(ControlFlowList& list, LoopNode& loop) {
        for (ControlFlowNode* node = list.first; node != nullptr; node = node->next) {
            node->list = &list;
            node->parent = &loop;
        }
    }

    Function& function_;
    Shader& shader_;
    UnrollLoopsOptions options_;
    CloneMap& map_;
    std::unordered_set<const LoopNode*> unrolled_inside_;
    std::unordered_set<const LoopNode*> partially_unrolled_;
};

} // namespace

bool unroll_loops(Shader& shader, const UnrollLoopsOptions& options) {
    if (!shader.made.has_loops() || shader.info.property(kKeepsLoopsProperty) != nullptr) {
        return false;
    }
    CloneMap map;
    return change_functions<UnrollLoops>(shader, options, std::ref(map));
}

} // namespace jacquard::nir
