#include <jacquard/generated/passes/invariant.h>
#include <jacquard/passes/invariants/every.h>
#include <jacquard/passes/util/memory/effects.h>
#include <jacquard/passes/util/plain_register.h>

namespace jacquard::nir::holds {

bool scalar_alu(const Shader& shader) {
    return every<AluInstruction>(shader, [](const AluInstruction& alu) {
        const OpcodeInfo& info = alu.info();
        return !info.is_reduction && (alu.value.num_components == 1 || info.is_copy ||
                                      (info.output_components != 0 && !info.is_replicated));
    });
}

bool scalar_constants(const Shader& shader) {
    return every_instruction(shader, [](const Instruction& instruction) {
        const bool is_fixed = instruction.kind == InstructionKind::constant ||
                              instruction.kind == InstructionKind::undef;
        return !is_fixed || instruction.def()->num_components == 1;
    });
}

bool scalar_phis(const Shader& shader) {
    return every<PhiInstruction>(
        shader, [](const PhiInstruction& phi) { return phi.value.num_components == 1; });
}

bool no_phis(const Shader& shader) {
    return every<PhiInstruction>(shader, [](const PhiInstruction&) { return false; });
}

bool no_parallel_copies(const Shader& shader) {
    return every<ParallelCopyInstruction>(shader,
                                          [](const ParallelCopyInstruction&) { return false; });
}

bool registers_in_parallel_copies_are_single(const Shader& shader) {
    return every<ParallelCopyInstruction>(shader, [](const ParallelCopyInstruction& copy) {
        for (const ParallelCopyEntry& entry : copy.entries()) {
            const auto* declaration =
                entry.to_register
                    ? entry.register_value.ssa->instruction->as<IntrinsicInstruction>()
                    : nullptr;
            if (declaration != nullptr && is_register_declaration(*declaration) &&
                declaration->num_array_elems() != 0) {
                return false;
            }
        }
        return true;
    });
}

bool no_plain_registers(const Shader& shader) {
    return every<IntrinsicInstruction>(shader, [](const IntrinsicInstruction& intrinsic) {
        return !is_register_declaration(intrinsic) || !is_plain_register(intrinsic);
    });
}

bool used_results(const Shader& shader) {
    return every_instruction(
        shader, [](const Instruction& instruction) { return !is_unused(instruction); });
}

bool used_dereferences(const Shader& shader) {
    return every<DerefInstruction>(
        shader, [](const DerefInstruction& deref) { return deref.value.has_uses(); });
}

} // namespace jacquard::nir::holds
