#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/memory/variable_events.h>

namespace jacquard::nir {
namespace {

constexpr VariableMode kTrackedModes = VariableMode::function_temp | VariableMode::shader_temp |
                                       VariableMode::shader_in | VariableMode::shader_out |
                                       VariableMode::uniform | VariableMode::system_value |
                                       VariableMode::mem_shared;

// The modes of variables that a call may read and write.
constexpr VariableMode kReachedByCalls =
    VariableMode::shader_temp | VariableMode::shader_out | VariableMode::mem_shared;

bool has(VariableMode set, VariableMode mode) {
    return (set & mode) != VariableMode::nothing;
}

VariablePlace whole(Variable* variable) {
    VariablePlace place;
    place.variable = variable;
    place.count = variable->type->scalar_count;
    place.is_exact = true;
    return place;
}

VariableEvent load_of(IntrinsicInstruction& load, const VariablePlace& place) {
    VariableEvent event;
    event.kind = VariableEventKind::load;
    event.place = place;
    event.instruction = &load;
    return event;
}

VariableEvent store_to(IntrinsicInstruction& store, const VariablePlace& place, SsaDef* value,
                       std::uint32_t mask) {
    VariableEvent event;
    event.kind = VariableEventKind::store;
    event.place = place;
    event.value = value;
    event.write_mask = mask;
    event.instruction = &store;
    return event;
}

VariableEvent copy_between(IntrinsicInstruction& copy, const VariablePlace& to,
                           const VariablePlace& from) {
    VariableEvent event;
    event.kind = VariableEventKind::copy;
    event.place = to;
    event.copied = from;
    event.instruction = &copy;
    return event;
}

VariableEvent forget(VariableMode modes) {
    VariableEvent event;
    event.kind = VariableEventKind::forget;
    event.modes = modes;
    return event;
}

} // namespace

VariableEvent variable_event(Instruction& instruction, const VariablePlaces& places) {
    if (instruction.kind == InstructionKind::call) {
        return forget(kReachedByCalls);
    }
    auto* intrinsic = instruction.as<IntrinsicInstruction>();
    if (intrinsic == nullptr) {
        return {};
    }
    const auto place = [&](std::int8_t i) { return places.of(*intrinsic->first_source[i].ssa); };
    const auto variable = [&](unsigned i) { return whole(intrinsic->variables()[i]); };
    if (const Effect* effect = effect_of(intrinsic->op)) {
        return effect->kind == EffectKind::barrier       ? forget(intrinsic->memory_modes())
               : effect->kind == EffectKind::emit_vertex ? forget(VariableMode::shader_out)
                                                         : VariableEvent();
    }
    const VariableAccess* access = variable_access(intrinsic->op);
    if (access == nullptr) {
        return {};
    }
    const bool by_name = access->is_by_name();
    switch (access->action) {
    case VariableAction::load:
        return load_of(*intrinsic, by_name ? variable(0) : place(access->deref_source));
    case VariableAction::store:
        return store_to(*intrinsic, by_name ? variable(0) : place(access->deref_source),
                        intrinsic->first_source[access->value_source].ssa,
                        intrinsic->has_write_mask() ? intrinsic->write_mask()
                                                    : (1U << intrinsic->component_count) - 1);
    case VariableAction::copy:
        return by_name ? copy_between(*intrinsic, variable(0), variable(1))
                       : copy_between(*intrinsic, place(access->deref_source),
                                      place(access->from_source));
    default: return {};
    }
}

// Other invocations write the outputs of a control shader too; barriers without modes order them.
TrackedVariables::TrackedVariables(Shader& shader) : tracked_(shader.num_variables()) {
    const VariableUses uses(shader);
    const auto track = [&](const Variable& variable) {
        const VariableUse& use = uses.of(variable);
        const bool shared_output =
            variable.mode == VariableMode::shader_out && shader.info.stage == Stage::tess_control;
        tracked_[variable.index] = has(kTrackedModes, variable.mode) && !shared_output &&
                                   !use.is_complex && !use.is_counted &&
                                   !variable.type->contains_opaque;
    };
    for (const Variable& variable : shader.variables()) {
        track(variable);
    }
    for (const Function& function : shader.functions()) {
        for (const Variable& variable : function.variables()) {
            track(variable);
        }
    }
}

VariableMode TrackedVariables::modes_dying_with(const Function& function) {
    return function.is_entry ? VariableMode::function_temp | VariableMode::shader_temp
                             : VariableMode::function_temp;
}

} // namespace jacquard::nir
