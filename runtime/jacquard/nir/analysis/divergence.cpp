#include <jacquard/nir/analysis/divergence.h>

#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::nir {
namespace {

// Blocks of a loop are numbered in a row.
bool contains(const LoopNode& loop, const Block& block) {
    return block.index >= loop.header()->index && block.index <= loop.body.last_block()->index;
}

Block& reading_block(const Source& use) {
    if (const IfNode* branch = use.if_node()) {
        return *branch->block_before();
    }
    Instruction* user = use.instruction();
    return user->kind == InstructionKind::phi ? *static_cast<const PhiSource&>(use).predecessor
                                              : *user->block;
}

// Returns true if an instruction makes different values for lanes whatever its sources are.
bool is_source_of_divergence(const Instruction& instruction) {
    if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
        return intrinsic->info().divergence == Divergence::always;
    }
    return false;
}

bool stays_uniform(const Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    return intrinsic != nullptr && intrinsic->info().divergence == Divergence::never;
}

// Starts from nothing and adds what must diverge until nothing follows any more.
class DivergenceAnalysis {
  public:
    explicit DivergenceAnalysis(Function& function) : function_(function) {}

    bool run() {
        std::vector<bool> before;
        forget(before);
        find_loop_jumps();
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (is_source_of_divergence(instruction)) {
                    mark_results(instruction);
                }
            }
        }
        // Both wait in lists, so that long chains of them need little stack.
        while (!pending_.empty() || !pending_loops_.empty()) {
            if (!pending_loops_.empty()) {
                LoopNode* loop = pending_loops_.back();
                pending_loops_.pop_back();
                leave_apart(*loop);
                continue;
            }
            const SsaDef* value = pending_.back();
            pending_.pop_back();
            for (const Source& use : value->uses()) {
                reach(use);
            }
        }
        return differs_from(before);
    }

  private:
    void forget(std::vector<bool>& before) {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.for_each_def([&before](SsaDef& value) {
                    before.push_back(value.divergent);
                    value.divergent = false;
                });
            }
            if (block.next == nullptr) {
                continue;
            }
            if (auto* branch = block.next->as<IfNode>()) {
                branch->divergent = false;
            } else if (auto* loop = block.next->as<LoopNode>()) {
                loop->divergent = false;
            }
        }
    }

    bool differs_from(const std::vector<bool>& before) const {
        bool differs = false;
        std::size_t at = 0;
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.for_each_def(
                    [&](const SsaDef& value) { differs |= value.divergent != before[at++]; });
            }
        }
        return differs;
    }

    // Finds the ifs that hold a break or continue of the loop around them.
    void find_loop_jumps() {
        for (Block& block : function_.blocks()) {
            const JumpInstruction* jump = block.jump();
            if (jump == nullptr ||
                (jump->jump != JumpKind::break_loop && jump->jump != JumpKind::continue_loop)) {
                continue;
            }
            for (ControlFlowNode* node = block.parent; node->kind == ControlFlowKind::if_node;
                 node = node->parent) {
                if (!jumping_ifs_.emplace(node->as<IfNode>(), loop_around(&block)).second) {
                    break;
                }
            }
        }
    }

    void mark(SsaDef& value) {
        if (!value.divergent) {
            value.divergent = true;
            pending_.push_back(&value);
        }
    }

    void mark_results(Instruction& instruction) {
        instruction.for_each_def([this](SsaDef& value) { mark(value); });
    }

    // The value of a use diverges where it is read.
    void reach(const Source& use) {
        if (IfNode* branch = use.if_node()) {
            diverge(*branch);
            return;
        }
        Instruction& user = *use.instruction();
        if (auto* copy = user.as<ParallelCopyInstruction>()) {
            for (ParallelCopyEntry& entry : copy->entries()) {
                if (&entry.source == &use && !entry.to_register) {
                    mark(entry.value);
                }
            }
        } else if (!stays_uniform(user)) {
            mark_results(user);
        }
    }

    void diverge(IfNode& branch) {
        if (std::exchange(branch.divergent, true)) {
            return;
        }
        mark_phis(*branch.block_after(), nullptr);
        if (const auto jumping = jumping_ifs_.find(&branch); jumping != jumping_ifs_.end()) {
            LoopNode& loop = *jumping->second;
            if (!std::exchange(loop.divergent, true)) {
                pending_loops_.push_back(&loop);
            }
        }
    }

    // Lanes leave the loop, or come back to its header, in different ways.
    void leave_apart(LoopNode& loop) {
        mark_phis(*loop.block_after(), &loop);
        mark_phis(*loop.header(), nullptr, loop.block_before());
        for (Block* block = loop.header(); block != loop.block_after(); block = next_block(block)) {
            for (Instruction& instruction : block->instructions()) {
                instruction.for_each_def([&](const SsaDef& value) {
                    for (const Source& use : value.uses()) {
                        if (!contains(loop, reading_block(use))) {
                            reach(use);
                        }
                    }
                });
            }
        }
    }

    // Marks phis that join different values, or one that was computed in a loop that is left now;
    // the source from `ignored` does not count.
    void mark_phis(Block& block, const LoopNode* left, const Block* ignored = nullptr) {
        for (Instruction& instruction : block.instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            const SsaDef* same = nullptr;
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source->next) {
                if (source->predecessor == ignored) {
                    continue;
                }
                if ((same != nullptr && same != source->ssa) ||
                    (left != nullptr && contains(*left, *source->ssa->instruction->block))) {
                    mark(phi->value);
                    break;
                }
                same = source->ssa;
            }
        }
    }

    Function& function_;
    std::unordered_map<const IfNode*, LoopNode*> jumping_ifs_;
    std::vector<const SsaDef*> pending_;
    std::vector<LoopNode*> pending_loops_;
};

} // namespace

bool compute_divergence(Function& function) {
    return DivergenceAnalysis(function).run();
}

bool compute_divergence(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= compute_divergence(function);
    }
    return changed;
}

bool is_divergent_at(const SsaDef& value, const Block& reader) {
    if (value.divergent) {
        return true;
    }
    for (const LoopNode* loop = loop_around(value.instruction->block);
         loop != nullptr && !contains(*loop, reader); loop = loop_around(loop)) {
        if (loop->divergent) {
            return true;
        }
    }
    return false;
}

} // namespace jacquard::nir
