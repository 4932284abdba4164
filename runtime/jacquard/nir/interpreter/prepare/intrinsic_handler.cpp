#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>

namespace jacquard::nir::interpreter {

namespace {

Handler memory_handler(const MemoryAccess& access) {
    const bool has_slots = access.info().addressing == Addressing::slot;
    switch (access.action) {
    case MemoryAction::load:
        if (!has_slots) {
            return load_memory;
        }
        return access.barycentric_source < 0 ? load_slots : load_interpolated_slots;
    case MemoryAction::store: return has_slots ? store_slots : store_memory;
    case MemoryAction::atomic: return atomic_memory;
    case MemoryAction::copy: return copy_memory;
    case MemoryAction::size: return buffer_size;
    }
    return nullptr;
}

Handler variable_handler(const VariableAccess& access) {
    switch (access.action) {
    case VariableAction::load: return load_variable;
    case VariableAction::store: return store_variable;
    case VariableAction::copy: return copy_variable;
    case VariableAction::copy_bytes: return copy_variable_bytes;
    case VariableAction::atomic: return atomic_variable;
    case VariableAction::interpolate: return interpolate_variable;
    case VariableAction::is_in_modes: return tell_modes;
    case VariableAction::length: return tell_length;
    case VariableAction::parameter: return do_nothing; // copied when the program is prepared
    }
    return nullptr;
}

Handler register_handler(const RegisterAccess& access) {
    switch (access.action) {
    case RegisterAction::declare: return do_nothing; // made when the program is prepared
    case RegisterAction::load: return load_register;
    case RegisterAction::store: return store_register;
    }
    return nullptr;
}

Handler effect_handler(const Effect& effect) {
    switch (effect.kind) {
    case EffectKind::terminate: return terminate;
    case EffectKind::demote: return demote;
    case EffectKind::barrier: return barrier;
    case EffectKind::read_clock: return read_clock;
    case EffectKind::emit_vertex: return emit_vertex;
    case EffectKind::end_primitive: return end_primitive;
    case EffectKind::interlock: // lanes come in order already
    case EffectKind::nothing:
    case EffectKind::keep:
    case EffectKind::prefetch:
    case EffectKind::end_preamble:
    case EffectKind::count_vertices: return do_nothing;
    }
    return nullptr;
}

} // namespace

Handler intrinsic_handler(IntrinsicOp op) {
    switch (behaviour_kind(op)) {
    case BehaviourKind::memory: return memory_handler(*memory_access(op));
    case BehaviourKind::variable: return variable_handler(*variable_access(op));
    case BehaviourKind::image: return access_image;
    case BehaviourKind::register_: return register_handler(*register_access(op));
    case BehaviourKind::system_value:
    case BehaviourKind::provided: return load_system_value;
    case BehaviourKind::computes: return compute_formula;
    case BehaviourKind::exchange: return exchange;
    case BehaviourKind::vote: return vote;
    case BehaviourKind::ballot: return ballot;
    case BehaviourKind::mask: return ask_mask;
    case BehaviourKind::combine: return combine_lanes;
    case BehaviourKind::derivative: return derivative;
    case BehaviourKind::effect: return effect_handler(*effect_of(op));
    case BehaviourKind::opaque: break;
    }
    return nullptr;
}

} // namespace jacquard::nir::interpreter
