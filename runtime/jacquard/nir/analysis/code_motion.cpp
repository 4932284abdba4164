#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/memory/counted_access.h>

namespace jacquard::nir {
namespace {

// Returns false if the number of a buffer is computed: outside of a buffer a load gives 0, but a
// descriptor outside of its array may be anything.
bool has_known_resource(const IntrinsicInstruction& intrinsic) {
    const MemoryAccess* memory = memory_access(intrinsic.op);
    return memory == nullptr || memory->resource_source < 0 ||
           memory->info().addressing != Addressing::buffer ||
           intrinsic.first_source[memory->resource_source].ssa->instruction->kind ==
               InstructionKind::constant;
}

} // namespace

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
    case InstructionKind::intrinsic: {
        const auto& intrinsic = *instruction.as<IntrinsicInstruction>();
        return intrinsic.info().can_speculate && has_known_resource(intrinsic);
    }
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
