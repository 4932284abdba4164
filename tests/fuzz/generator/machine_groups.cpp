// What work groups hand on in random shaders: their memory, barriers and the numbers of
// invocations.

#include <jacquard/nir/build/builder.h>

#include "machine_memory.h"

#include <bit>

namespace jacquard::nir {

using Plan = MemoryOfMachine;

void MachineMemory::use_handed(Values& values) {
    if (group_size_ == 0) {
        use_own(values);
        return;
    }
    Builder& b = values.builder();
    SsaDef* from = own_;
    if (is_handed_) {
        // Of any invocation of the same work group.
        SsaDef* other = values.index(std::bit_floor(group_size_));
        from = b.iadd(b.isub(own_, local_), other);
    }
    SsaDef* start = b.imul(from, b.imm_int(Plan::kHandedBytes));
    access_buffer(values, Plan::kHanded, element(values, start, Plan::kHandedBytes), !is_handed_);
}

void MachineMemory::use_shared(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const unsigned cells = group_size_ * kSharedBytes;
    const auto load = [&](const Element& place) {
        loaded(values, place, b.load_shared(place.count, place.bits, place.offset));
    };
    if (is_handed_) {
        load(element(values, nullptr, choices.one_in(4) ? cells + num_shared_cells_ * 4 : cells));
        return;
    }
    SsaDef* start = b.imul(local_, b.imm_int(kSharedBytes));
    switch (choices.below(4)) {
    case 0: load(element(values, start, kSharedBytes)); break;
    case 1: {
        const Element place = element(values, start, kSharedBytes);
        SsaDef* value = value_for(values, place);
        stored(values, place, b.store_shared(value, place.offset));
        break;
    }
    case 2: {
        SsaDef* place = word(values, start, kSharedBytes);
        exchange(
            values,
            [&](SsaDef* expected, SsaDef* data) {
                return b.shared_atomic_swap(32, place, expected, data);
            },
            [&](SsaDef* data) { return b.shared_atomic(32, place, data); });
        break;
    }
    default: {
        const unsigned kind = choices.below(num_shared_cells_);
        b.shared_atomic(32, b.imm_int(cells + kind * 4), values.whole(ValueClass::integers, 32, 1))
            ->set_atomic_op(Plan::kCommutative[kind]);
        break;
    }
    }
}

void MachineMemory::load_system_value(Values& values) {
    Builder& b = values.builder();
    IntrinsicInstruction* made = nullptr;
    switch (values.choices().below(6)) {
    case 0: made = b.load_local_invocation_id(); break;
    case 1: made = b.load_local_invocation_index(); break;
    case 2: made = b.load_workgroup_id(); break;
    case 3: made = b.load_num_workgroups(); break;
    case 4: made = b.load_workgroup_size(); break;
    default: made = b.load_global_invocation_id(32); break;
    }
    values.know(&made->value, ValueClass::integers);
}

// What was handed on before may be read from now on, or the other way round.
void MachineMemory::wait(Values& values) {
    values.builder()
        .barrier()
        ->set_execution_scope(Scope::workgroup)
        ->set_memory_scope(Scope::workgroup)
        ->set_memory_semantics(MemorySemantics::acquire | MemorySemantics::release)
        ->set_memory_modes(VariableMode::mem_shared | VariableMode::mem_ssbo);
    is_handed_ = !is_handed_;
}

} // namespace jacquard::nir
