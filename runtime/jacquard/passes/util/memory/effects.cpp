#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/passes/util/memory/effects.h>

namespace jacquard::nir {

bool has_effect(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::jump:
    case InstructionKind::call:
    case InstructionKind::parallel_copy: return true;
    case InstructionKind::intrinsic: {
        const auto& intrinsic = *instruction.as<IntrinsicInstruction>();
        return !intrinsic.info().can_eliminate || is_counted(intrinsic);
    }
    case InstructionKind::alu:
    case InstructionKind::constant:
    case InstructionKind::undef:
    case InstructionKind::phi:
    case InstructionKind::texture:
    case InstructionKind::deref: break;
    }
    return false;
}

} // namespace jacquard::nir
