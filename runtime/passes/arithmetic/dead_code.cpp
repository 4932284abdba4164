#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/steps/effects.h>

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

// From last to first every use stands before its definition, those of loops' phis apart: one look
// at each instruction finds chains that nobody needs.
bool sweep_unused(std::span<Block* const> blocks) {
    bool changed = false;
    for (std::size_t i = blocks.size(); i-- > 0;) {
        for (Instruction* instruction = blocks[i]->last; instruction != nullptr;) {
            Instruction* previous = instruction->previous;
            fetch_before(instruction);
            if (is_unused(*instruction)) {
                instruction->remove();
                changed = true;
            }
            instruction = previous;
        }
    }
    return changed;
}

bool has_loop_phi(const Block& block) {
    return block.parent->kind == ControlFlowKind::loop && block.previous == nullptr &&
           block.first != nullptr && block.first->kind == InstructionKind::phi;
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
    bool changed = sweep_unused(blocks);
    for (const Block* block : blocks) {
        if (has_loop_phi(*block)) {
            return LiveMarks(blocks).sweep() || changed;
        }
    }
    return changed;
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
