// Names slots of inputs and outputs directly.
//
// Before: an access names the first slot of a variable and a distance from there. After: where that
// is constant the access names the slot itself, at distance 0.

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/pipelines/fold_slots.h>
#include <jacquard/nir/build/core_builder.h>

namespace jacquard::ir3 {

namespace {

bool fold(nir::Shader& shader, nir::IntrinsicInstruction& access) {
    const nir::MemoryAccess* memory = nir::memory_access(access.op);
    if (memory == nullptr || memory->info().addressing != nir::Addressing::slot ||
        memory->offset_source < 0 || !access.has_base()) {
        return false;
    }
    nir::Source& offset = access.sources()[static_cast<std::size_t>(memory->offset_source)];
    const auto constant = nir::constant_components(*offset.ssa);
    if (constant.empty() || constant[0].u32 == 0) {
        return false;
    }
    access.set_base(access.base() + constant[0].i32);
    nir::CoreBuilder b(shader, nir::Cursor::before_instruction(&access));
    offset.set(b.imm_int(0));
    return true;
}

} // namespace

bool fold_slots(nir::Shader& shader) {
    bool changed = false;
    for (nir::Function& function : shader.functions()) {
        for (nir::Block& block : function.blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                if (auto* access = instruction.as<nir::IntrinsicInstruction>()) {
                    changed = fold(shader, *access) || changed;
                }
            }
        }
    }
    return changed;
}

} // namespace jacquard::ir3
