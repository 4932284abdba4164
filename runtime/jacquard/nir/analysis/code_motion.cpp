#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/memory/counted_access.h>

namespace jacquard::nir {

bool can_move(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu:
    case InstructionKind::constant:
    case InstructionKind::undef:
    case InstructionKind::deref: return true;
    case InstructionKind::intrinsic: {
        const auto& intrinsic = *instruction.as<IntrinsicInstruction>();
        const IntrinsicInfo& info = intrinsic.info();
        return info.has_dest && info.can_eliminate && info.can_reorder && !is_counted(intrinsic);
    }
    // Neighbours supply implicit derivatives, so those need the lanes of their place.
    case InstructionKind::texture:
        return !instruction.as<TextureInstruction>()->has_implicit_derivative();
    default: return false;
    }
}

bool can_speculate(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu:
    case InstructionKind::constant:
    case InstructionKind::undef:
    case InstructionKind::deref: return true;
    case InstructionKind::intrinsic:
        return instruction.as<IntrinsicInstruction>()->info().can_speculate;
    default: return false;
    }
}

unsigned cost_of(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::constant:
    case InstructionKind::undef:
    case InstructionKind::phi:
    case InstructionKind::deref:
    case InstructionKind::jump: return 0;
    case InstructionKind::alu: return instruction.as<AluInstruction>()->info().is_copy ? 0 : 1;
    default: return 1;
    }
}

} // namespace jacquard::nir
