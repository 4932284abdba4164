#include <jacquard/passes/dead_code.h>

#include <vector>

namespace jacquard::nir {
namespace {

constexpr std::uint8_t kDead = 0;
constexpr std::uint8_t kLive = 1;

bool has_effect(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::jump:
    case InstructionKind::call:
    case InstructionKind::parallel_copy: return true;
    case InstructionKind::intrinsic:
        return !instruction.as<IntrinsicInstruction>()->info().can_eliminate;
    case InstructionKind::alu:
    case InstructionKind::constant:
    case InstructionKind::undef:
    case InstructionKind::phi:
    case InstructionKind::texture: break;
    }
    return false;
}

class DeadCode {
  public:
    bool run(Function& function) {
        find_roots(function);
        while (!pending_.empty()) {
            Instruction* instruction = pending_.back();
            pending_.pop_back();
            instruction->for_each_source([this](Source& source) { need(source.ssa); });
        }
        return sweep(function);
    }

  private:
    void find_roots(Function& function) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.pass_flags = kDead;
            }
        }
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (has_effect(instruction)) {
                    instruction.pass_flags = kLive;
                    pending_.push_back(&instruction);
                }
            }
            if (block.next != nullptr) {
                if (auto* branch = block.next->as<IfNode>()) {
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

    // Dead values may use each other in cycles, so all sources are detached first.
    static bool sweep(Function& function) {
        bool changed = false;
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (instruction.pass_flags == kDead) {
                    instruction.for_each_source([](Source& source) { source.set(nullptr); });
                    changed = true;
                }
            }
        }
        if (!changed) {
            return false;
        }
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (instruction.pass_flags == kDead) {
                    instruction.remove();
                }
            }
        }
        return true;
    }

    std::vector<Instruction*> pending_;
};

} // namespace

bool dead_code(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= DeadCode().run(function);
    }
    return changed;
}

} // namespace jacquard::nir
