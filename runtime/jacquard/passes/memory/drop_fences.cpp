#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/drop_fences.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {

// A barrier at which invocations wait for each other still is one.
bool drop_fences(Shader& shader) {
    return change_instructions<IntrinsicInstruction>(shader, [](IntrinsicInstruction& barrier) {
        const Effect* effect = effect_of(barrier.op);
        if (effect == nullptr || effect->kind != EffectKind::barrier) {
            return false;
        }
        if (barrier.execution_scope() == Scope::none) {
            barrier.remove();
            return true;
        }
        const bool orders = barrier.memory_semantics() != MemorySemantics::nothing ||
                            barrier.memory_modes() != VariableMode::nothing;
        barrier.set_memory_scope(Scope::none);
        barrier.set_memory_semantics(MemorySemantics::nothing);
        barrier.set_memory_modes(VariableMode::nothing);
        return orders;
    });
}

} // namespace jacquard::nir
