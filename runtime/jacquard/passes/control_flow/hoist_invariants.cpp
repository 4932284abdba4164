#include <jacquard/generated/passes/hoist_invariants.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <vector>

namespace jacquard::nir {
namespace {

std::int32_t num_registers(const SsaDef& value) {
    return (value.num_components * std::int32_t{value.bit_size} + 31) / 32;
}

// Part of the instructions that read it.
bool is_free(const Instruction& instruction) {
    return instruction.kind == InstructionKind::constant ||
           instruction.kind == InstructionKind::undef || instruction.kind == InstructionKind::deref;
}

// Returns true if it only says where to go: out of a register that has to be found out by another
// comparison.
bool compares_to_branch(const Instruction& instruction) {
    if (instruction.kind != InstructionKind::alu || instruction.def()->bit_size != 1) {
        return false;
    }
    bool is_comparison = true;
    instruction.for_each_source(
        [&](const Source& source) { is_comparison &= source.ssa->bit_size != 1; });
    return is_comparison && std::ranges::all_of(instruction.def()->uses(), &Source::is_condition);
}

// Walks the blocks in order, so that what an instruction reads has moved before it.
class HoistInvariants {
  public:
    HoistInvariants(Function& function, const HoistInvariantsOptions& options)
        : function_(function), most_held_(options.registers) {}

    bool run() {
        depth_.resize(function_.num_blocks);
        held_more_.resize(function_.num_blocks);
        for (Block& block : function_.blocks()) {
            leave_and_enter_loops(block);
            depth_[block.index] = loops_.size();
            if (!loops_.empty()) {
                count_held(block);
            }
        }
        loops_.clear();
        bool changed = false;
        for (Block& block : function_.blocks()) {
            leave_and_enter_loops(block);
            if (loops_.empty()) {
                continue;
            }
            for (Instruction& instruction : block.instructions()) {
                changed |= hoist(block, instruction);
            }
        }
        return changed;
    }

  private:
    struct LoopAround {
        LoopNode* node;
        std::int32_t held; // registers with values from before it; those of an outer loop count
    };

    void leave_and_enter_loops(const Block& block) {
        while (!loops_.empty() && loops_.back().node->body.last_block()->index < block.index) {
            loops_.pop_back();
        }
        if (block.previous == nullptr && block.parent->kind == ControlFlowKind::loop) {
            const std::int32_t around = loops_.empty() ? 0 : loops_.back().held;
            loops_.push_back({block.parent->as<LoopNode>(), around + held_more_[block.index]});
        }
    }

    // A value that the block reads is live in all loops between the block and its definition, so it
    // is counted for the outermost of them.
    void count_held(const Block& block) {
        for (const Instruction& instruction : block.instructions()) {
            if (instruction.kind == InstructionKind::phi) {
                continue; // the first iteration reads it, or it is computed within
            }
            for_each_held_source(instruction, [&](const SsaDef& value) {
                const std::size_t outermost = loops_shared_with(*value.instruction->block);
                if (outermost < loops_.size()) {
                    const std::uint32_t header = loops_[outermost].node->header()->index;
                    std::uint32_t& counted = counted_for_[&value];
                    if (counted != header) {
                        counted = header; // no loop begins with the first block
                        held_more_[header] += num_registers(value);
                    }
                }
            });
        }
    }

    bool hoist(const Block& block, Instruction& instruction) {
        if (!can_move(instruction) || compares_to_branch(instruction)) {
            return false;
        }
        // Loops that a source is computed in; what encloses a source encloses those before it too.
        std::size_t inside = 0;
        instruction.for_each_source([&](const Source& source) {
            inside = std::max(inside, loops_shared_with(*source.ssa->instruction->block));
        });
        if (inside >= loops_.size()) {
            return false;
        }
        if (!can_speculate(instruction)) {
            // Out of one loop after the other while it stands where each iteration comes by.
            std::size_t outermost = loops_.size();
            const Block* stands = &block;
            while (outermost > inside && stands == loops_[outermost - 1].node->header()) {
                stands = loops_[outermost - 1].node->block_before();
                --outermost;
            }
            if (outermost == loops_.size()) {
                return false;
            }
            inside = outermost;
        }
        // Moving out of a loop that runs only once gains nothing.
        while (inside < loops_.size() && !repeats(*loops_[inside].node)) {
            ++inside;
        }
        if (inside == loops_.size() || !hold(instruction, inside)) {
            return false;
        }
        Block* target = loops_[inside].node->block_before();
        instruction.unlink();
        target->append(&instruction);
        return true;
    }

    // Returns true if the loops from `outermost` on may hold the value; if so they do, and no
    // longer hold what nothing else reads.
    bool hold(const Instruction& instruction, std::size_t outermost) {
        if (is_free(instruction)) {
            return true;
        }
        std::int32_t more = num_registers(*instruction.def());
        for_each_held_source(instruction, [&](const SsaDef& value) {
            more -= --reads_within(value) == 0 ? num_registers(value) : 0;
        });
        // The innermost holds what those around it do.
        if (more > 0 && loops_.back().held + more > most_held_) {
            for_each_held_source(instruction, [&](const SsaDef& value) { ++reads_within(value); });
            return false;
        }
        for (std::size_t i = outermost; i < loops_.size(); ++i) {
            loops_[i].held += more;
        }
        return true;
    }

    template <typename Visit>
    static void for_each_held_source(const Instruction& instruction, const Visit& visit) {
        instruction.for_each_source([&](const Source& source) {
            if (!is_free(*source.ssa->instruction)) {
                visit(*source.ssa);
            }
        });
    }

    // Returns the counter of a value's reads by instructions that have not moved.
    std::uint32_t& reads_within(const SsaDef& value) {
        const auto [place, is_new] = reads_within_.try_emplace(&value, 0);
        if (is_new) {
            const auto uses = value.uses();
            place->second = static_cast<std::uint32_t>(std::distance(uses.begin(), uses.end()));
        }
        return place->second;
    }

    static bool repeats(const LoopNode& loop) { return loop.header()->num_predecessors > 1; }

    // A block before this one is in some of the loops around this one and in others that have
    // ended.
    [[nodiscard]] std::size_t loops_shared_with(const Block& block) const {
        std::size_t shared = std::min(depth_[block.index], loops_.size());
        while (shared > 0 && block.index < loops_[shared - 1].node->header()->index) {
            --shared;
        }
        return shared;
    }

    Function& function_;
    const std::int64_t most_held_;
    std::vector<std::size_t> depth_;
    std::vector<LoopAround> loops_;       // around the block at hand, from the outside
    std::vector<std::int32_t> held_more_; // than the loop around, by header
    std::unordered_map<const SsaDef*, std::uint32_t> counted_for_; // the header of the last loop
    std::unordered_map<const SsaDef*, std::uint32_t> reads_within_;
};

} // namespace

bool hoist_invariants(Shader& shader, const HoistInvariantsOptions& options) {
    return shader.made.has_loops() && change_functions<HoistInvariants>(shader, options);
}

} // namespace jacquard::nir
