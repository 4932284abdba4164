#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/passes/util/memory/effects.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {
namespace {

// Blocks of a function in text order.
std::vector<Block*> blocks_of(Function& function) {
    std::vector<Block*> blocks;
    blocks.reserve(function.num_blocks);
    for (Block& block : function.blocks()) {
        blocks.push_back(&block);
    }
    return blocks;
}

// Instructions lie in memory much as they follow each other, so that those on the way can be asked
// for before the links to them have been read.
void fetch_before(const Instruction* instruction) {
    constexpr std::uintptr_t kBytesAhead = 1024;
    __builtin_prefetch(
        reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(instruction) - kBytesAhead));
}

// Takes out those that are unused, and then those that only these read.
void take_out_unused(std::vector<Instruction*>& candidates) {
    while (!candidates.empty()) {
        Instruction* instruction = candidates.back();
        candidates.pop_back();
        if (instruction->block == nullptr || !is_unused(*instruction)) {
            continue;
        }
        instruction->for_each_source(
            [&](Source& source) { candidates.push_back(source.ssa->instruction); });
        instruction->remove();
    }
}

// From last to first every use stands before its definition, those of loops' phis apart: one look
// at each instruction finds chains that nobody needs.
bool sweep_unused(std::span<Block* const> blocks) {
    bool changed = false;
    std::vector<Instruction*> read_by_phis; // that were unused
    for (std::size_t i = blocks.size(); i-- > 0;) {
        for (Instruction* instruction = blocks[i]->last; instruction != nullptr;) {
            Instruction* previous = instruction->previous;
            fetch_before(instruction);
            if (is_unused(*instruction)) {
                if (instruction->kind == InstructionKind::phi) {
                    instruction->for_each_source(
                        [&](Source& source) { read_by_phis.push_back(source.ssa->instruction); });
                }
                instruction->remove();
                changed = true;
            }
            instruction = previous;
        }
    }
    take_out_unused(read_by_phis);
    return changed;
}

bool has_loop_phi(const Block& block) {
    return block.parent->kind == ControlFlowKind::loop && block.previous == nullptr &&
           block.first != nullptr && block.first->kind == InstructionKind::phi;
}

// Tells whether an effect is found soon on the way that the phis of loops take through what reads
// them. Then nothing is dead where every value has a use: a ring of values leads through such a
// phi.
class LoopPhis {
  public:
    // Every phi of a loop among them, from the first to the last.
    explicit LoopPhis(std::span<PhiInstruction* const> phis) : phis_(phis) {
        for (PhiInstruction* phi : phis_) {
            phi->pass_flags = kUnknown;
        }
    }

    // Backwards, since what reads a phi from behind its loop mostly is a phi of the next one.
    bool are_needed() {
        for (std::size_t i = phis_.size(); i-- > 0;) {
            if (!is_needed(*phis_[i])) {
                return false;
            }
            phis_[i]->pass_flags = kNeeded;
        }
        return true;
    }

  private:
    static constexpr std::uint8_t kUnknown = 0;
    static constexpr std::uint8_t kNeeded = 1;
    static constexpr std::size_t kMostUses = 32; // that are looked at for one phi

    bool is_needed(const PhiInstruction& phi) {
        seen_.assign(1, &phi.value);
        pending_ = seen_;
        std::size_t num_left = kMostUses;
        while (!pending_.empty()) {
            const SsaDef* value = pending_.back();
            pending_.pop_back();
            for (const Source& use : value->uses()) {
                if (use.is_condition() || is_known(*use.instruction())) {
                    return true;
                }
                const SsaDef* made = use.instruction()->def();
                if (num_left-- == 0 || made == nullptr) {
                    return false;
                }
                if (std::find(seen_.begin(), seen_.end(), made) == seen_.end()) {
                    seen_.push_back(made);
                    pending_.push_back(made);
                }
            }
        }
        return false;
    }

    static bool is_known(const Instruction& reader) {
        const bool is_loop_phi = reader.kind == InstructionKind::phi && has_loop_phi(*reader.block);
        return has_effect(reader) || (is_loop_phi && reader.pass_flags == kNeeded);
    }

    std::span<PhiInstruction* const> phis_;
    // From the phi at hand on.
    std::vector<const SsaDef*> seen_;
    std::vector<const SsaDef*> pending_;
};

std::vector<PhiInstruction*> loop_phis_of(std::span<Block* const> blocks) {
    std::vector<PhiInstruction*> phis;
    for (const Block* block : blocks) {
        if (!has_loop_phi(*block)) {
            continue;
        }
        for (Instruction& instruction : block->instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            phis.push_back(phi);
        }
    }
    return phis;
}

// Finds what feeds an effect, for loops, where dead values may use each other in cycles.
class LiveMarks {
  public:
    explicit LiveMarks(std::span<Block* const> blocks) : blocks_(blocks) {
        find_roots();
        while (!pending_.empty()) {
            Instruction* instruction = pending_.back();
            pending_.pop_back();
            instruction->for_each_source([this](Source& source) { need(source.ssa); });
        }
    }

    bool sweep() {
        std::vector<Instruction*> dead;
        for (Block* block : blocks_) {
            for (Instruction& instruction : block->instructions()) {
                if (instruction.pass_flags == kDead) {
                    dead.push_back(&instruction);
                }
            }
        }
        for (Instruction* instruction : dead) {
            instruction->for_each_source([](Source& source) { source.set(nullptr); });
        }
        for (Instruction* instruction : dead) {
            instruction->remove();
        }
        return !dead.empty();
    }

  private:
    static constexpr std::uint8_t kDead = 0;
    static constexpr std::uint8_t kLive = 1;

    void find_roots() {
        for (Block* block : blocks_) {
            for (Instruction& instruction : block->instructions()) {
                instruction.pass_flags = kDead;
            }
        }
        for (Block* block : blocks_) {
            for (Instruction& instruction : block->instructions()) {
                if (has_effect(instruction)) {
                    instruction.pass_flags = kLive;
                    pending_.push_back(&instruction);
                }
            }
            if (block->next != nullptr) {
                if (auto* branch = block->next->as<IfNode>()) {
                    need(branch->condition.ssa);
                }
            }
        }
    }

    void need(SsaDef* value) {
        Instruction* instruction = value->instruction;
        if (instruction->pass_flags == kDead) {
            instruction->pass_flags = kLive;
            pending_.push_back(instruction);
        }
    }

    std::span<Block* const> blocks_;
    std::vector<Instruction*> pending_;
};

bool eliminate(Function& function) {
    if (function.body.first == function.body.last) {
        Block* only = function.first_block();
        return sweep_unused({&only, 1});
    }
    const std::vector<Block*> blocks = blocks_of(function);
    const bool changed = sweep_unused(blocks);
    const std::vector<PhiInstruction*> phis = loop_phis_of(blocks);
    return (!LoopPhis(phis).are_needed() && LiveMarks(blocks).sweep()) || changed;
}

} // namespace

bool dead_code(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= eliminate(function);
    }
    return changed;
}

} // namespace jacquard::nir
