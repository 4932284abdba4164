// The memory, barriers and numbers of invocations through which random shaders of work groups
// exchange data.

#include <jacquard/nir/build/builder.h>

#include "generator/machine/machine_memory.h"

#include <array>
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
        // The value may come from any invocation of the same work group.
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

// From now on, values stored before may be read, or the other way round.
void MachineMemory::wait(Values& values) {
    Choices& choices = values.choices();
    const bool is_wider = choices.one_in(4);
    MemorySemantics semantics = MemorySemantics::acquire | MemorySemantics::release;
    VariableMode modes = VariableMode::mem_shared | VariableMode::mem_ssbo;
    if (is_wider) {
        semantics = semantics | MemorySemantics::make_available | MemorySemantics::make_visible;
        modes = modes | VariableMode::mem_global | VariableMode::image;
    }
    values.builder()
        .barrier()
        ->set_execution_scope(Scope::workgroup)
        ->set_memory_scope(is_wider ? Scope::device : Scope::workgroup)
        ->set_memory_semantics(semantics)
        ->set_memory_modes(modes);
    is_handed_ = !is_handed_;
}

// Orders the accesses of one invocation as others see them. Nobody waits.
void MachineMemory::fence(Values& values) {
    static constexpr std::array<Scope, 4> kScopes = {Scope::subgroup, Scope::workgroup,
                                                     Scope::queue_family, Scope::device};
    static constexpr std::array<MemorySemantics, 4> kSemantics = {
        MemorySemantics::acquire, MemorySemantics::release,
        MemorySemantics::acquire | MemorySemantics::release,
        MemorySemantics::acquire | MemorySemantics::make_visible};
    static constexpr std::array<VariableMode, 3> kModes = {
        VariableMode::mem_ssbo, VariableMode::mem_global, VariableMode::image};
    Choices& choices = values.choices();
    VariableMode modes = kModes[choices.below(kModes.size())];
    if (has_shared_ && choices.one_in(2)) {
        modes = modes | VariableMode::mem_shared;
    }
    values.builder()
        .barrier()
        ->set_execution_scope(Scope::none)
        ->set_memory_scope(kScopes[choices.below(kScopes.size())])
        ->set_memory_semantics(kSemantics[choices.below(kSemantics.size())])
        ->set_memory_modes(modes);
}

} // namespace jacquard::nir
