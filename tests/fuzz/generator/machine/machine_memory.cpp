#include "generator/machine/machine_memory.h"

#include <jacquard/nir/build/builder.h>

#include "generator/machine/machine_subgroups.h"

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::nir {

namespace {

using Plan = MemoryOfMachine;

constexpr unsigned kMostSharedCells = 8;

// Lanes of a subgroup where the work group has as many.
constexpr unsigned kSubgroup = 64;

constexpr std::array<unsigned, 11> kGroupSizes = {1, 3, 4, 8, 16, 32, 64, 96, 128, 192, 256};
constexpr unsigned kMostInvocations = 300;

void set_group_size(Choices& choices, Shader& shader, unsigned size) {
    std::array<std::uint32_t, 3> sides = {size, 1, 1};
    for (unsigned i = 1; i < 3; ++i) {
        if (sides[0] % 2 == 0 && choices.one_in(3)) {
            sides[0] /= 2;
            sides[i] *= 2;
        }
    }
    shader.info.properties.push_back({"CS_FIXED_BLOCK_WIDTH", {sides[0]}});
    shader.info.properties.push_back({"CS_FIXED_BLOCK_HEIGHT", {sides[1]}});
    shader.info.properties.push_back({"CS_FIXED_BLOCK_DEPTH", {sides[2]}});
}

SsaDef* times(Values& values, SsaDef* number, unsigned power) {
    Builder& b = values.builder();
    if (power == 1) {
        return number;
    }
    return values.choices().one_in(2)
               ? b.imul(number, b.imm_int(power))
               : b.ishl(number, b.imm_int(static_cast<std::uint32_t>(std::countr_zero(power))));
}

} // namespace

MachineMemory::MachineMemory(Choices& choices, Shader& shader) : stage_(shader.info.stage) {
    has_buffers_ = stage_ == Stage::compute || !choices.one_in(6);
    has_halves_ = choices.one_in(3);
    has_bytes_ = choices.one_in(3);
    has_doubles_ = choices.one_in(3);
    has_images_ = has_buffers_ && choices.one_in(3);
    loads_images_ = has_images_ && choices.one_in(2);
    has_scratch_ = choices.one_in(3);
    has_addresses_ = has_buffers_ && choices.one_in(4);
    if (has_scratch_) {
        shader.info.properties.push_back({"scratch_size", {kScratchBytes}});
    }
    if (stage_ != Stage::compute) {
        return;
    }
    group_size_ = choices.one_in(3) ? 1 + choices.below(kMostInvocations)
                                    : kGroupSizes[choices.below(kGroupSizes.size())];
    set_group_size(choices, shader, group_size_);
    has_subgroups_ = choices.one_in(2) && std::has_single_bit(group_size_) && group_size_ >= 4;
    has_shared_ = choices.one_in(2);
    if (has_shared_) {
        num_shared_cells_ = std::min(std::bit_floor(group_size_), kMostSharedCells);
        shader.info.properties.push_back(
            {"shared_size", {group_size_ * kSharedBytes + num_shared_cells_ * 4}});
    }
}

void MachineMemory::begin(Values& values) {
    Builder& b = values.builder();
    own_ = values.lane();
    if (group_size_ != 0) {
        SsaDef* group = &b.load_workgroup_id()->value;
        SsaDef* groups = &b.load_num_workgroups()->value;
        local_ = &b.load_local_invocation_index()->value;
        SsaDef* number = b.whole(channel(group, 2));
        for (unsigned axis = 2; axis-- > 0;) {
            number = b.iadd(b.imul(number, channel(groups, axis)), channel(group, axis));
        }
        own_ = b.iadd(b.imul(number, b.imm_int(group_size_)), local_);
    }
    for (unsigned first = 0; has_scratch_ && first < kScratchBytes; first += 16) {
        b.store_scratch(values.whole(ValueClass::integers, 32, 4), b.imm_int(first))
            ->set_align_mul(16)
            ->set_write_mask(0xf);
    }
    if (has_shared_) {
        b.store_shared(values.whole(ValueClass::integers, 32, 4),
                       b.imul(local_, b.imm_int(kSharedBytes)))
            ->set_align_mul(16)
            ->set_write_mask(0xf);
        // Several store the same.
        SsaDef* cell = b.iand(local_, b.imm_int(num_shared_cells_ - 1));
        SsaDef* place = b.iadd(b.ishl(cell, b.imm_int(2)), b.imm_int(group_size_ * kSharedBytes));
        b.store_shared(values.zero(), place)->set_align_mul(4)->set_write_mask(1);
        is_handed_ = true;
        wait(values);
    }
    for (unsigned i = 0; i < 2; ++i) {
        has_buffers_ ? load_any(values) : load_uniform(values);
    }
}

void MachineMemory::statement(Values& values, bool is_together) {
    if (!has_buffers_) {
        has_scratch_&& values.choices().one_in(2) ? use_scratch(values) : load_uniform(values);
        return;
    }
    switch (values.choices().below(19)) {
    case 0: load_any(values); break;
    case 1: load_uniform(values); break;
    case 2: change_own(values); break;
    case 3: change_cell(values); break;
    case 4:
    case 5: use_handed(values); break;
    case 6:
    case 7:
    case 8: has_shared_ ? use_shared(values) : use_own(values); break;
    case 9:
    case 10: has_images_ ? use_image(values) : use_own(values); break;
    case 11: has_scratch_ ? use_scratch(values) : use_own(values); break;
    case 12: has_addresses_ ? use_address(values) : use_own(values); break;
    case 13: is_together&& group_size_ != 0 ? wait(values) : fence(values); break;
    case 14: group_size_ != 0 ? load_system_value(values) : use_own(values); break;
    case 15: values.choices().one_in(8) ? ask_size(values) : use_own(values); break;
    case 16:
        is_together&& has_subgroups_ ? use_subgroup(values, std::min(group_size_, kSubgroup))
                                     : use_own(values);
        break;
    default: use_own(values); break;
    }
}

void MachineMemory::finish(Values& values) {
    Builder& b = values.builder();
    SsaDef* start = b.imul(own_, b.imm_int(Plan::kOwnBytes));
    for (unsigned first = 0; has_buffers_ && first < Plan::kOwnBytes && !values.empty();
         first += 32) {
        SsaDef* value = values.recent_words().value;
        b.store_ssbo(value, b.imm_int(Plan::kOwn), b.iadd(start, b.imm_int(first)))
            ->set_align_mul(4)
            ->set_write_mask((1U << value->num_components) - 1);
    }
}

MachineMemory::Element MachineMemory::element(Values& values, SsaDef* start, unsigned room) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    Element made{32, 1, nullptr};
    switch (choices.below(4)) {
    case 0: made.bits = has_halves_ ? 16 : 32; break;
    case 1: made.bits = has_bytes_ ? 8 : 32; break;
    case 2: made.bits = has_doubles_ ? 64 : 32; break;
    default: break;
    }
    const unsigned bytes = made.bits / 8;
    const unsigned most = std::min(room / bytes, choices.one_in(16) ? 8U : 4U);
    made.count = 1 + choices.below(most);
    // Vectors of NIR have no other lengths.
    made.count = made.count > 5 ? (room / bytes < 8 ? 5 : 8) : made.count;
    const unsigned places = room / bytes - made.count + 1;
    const unsigned moving = std::bit_floor(places);
    if (choices.one_in(2)) {
        made.offset = b.imm_int(choices.below(places) * bytes);
    } else {
        made.offset = times(values, values.index(moving), bytes);
        if (places != moving) {
            made.offset =
                b.iadd(made.offset, b.imm_int(choices.below(places - moving + 1) * bytes));
        }
    }
    if (start != nullptr) {
        made.offset = b.iadd(start, made.offset);
    }
    return made;
}

SsaDef* MachineMemory::word(Values& values, SsaDef* start, unsigned room) {
    Builder& b = values.builder();
    SsaDef* offset = times(values, values.index(room / 4), 4);
    return start != nullptr ? b.iadd(start, offset) : offset;
}

SsaDef* MachineMemory::value_for(Values& values, const Element& place) {
    Builder& b = values.builder();
    const auto whole = [&](unsigned bits) {
        return values.whole(ValueClass::integers, bits, place.count);
    };
    switch (place.bits) {
    case 8: return b.u2u8(whole(32));
    case 64: {
        SsaDef* low = whole(32);
        return b.pack_64_2x32_split(low, whole(32));
    }
    default:
        return values.choices().one_in(4)
                   ? values.whole(ValueClass::floats, place.bits, place.count)
                   : whole(place.bits);
    }
}

void MachineMemory::loaded(Values& values, const Element& place, IntrinsicInstruction* load) {
    load->set_align_mul(place.bits / 8);
    know_loaded(values, &load->value);
}

void MachineMemory::stored(Values& values, const Element& place, IntrinsicInstruction* store) {
    store->set_align_mul(place.bits / 8)
        ->set_write_mask(1 + values.choices().below((1U << place.count) - 1));
}

void MachineMemory::know_loaded(Values& values, SsaDef* value) {
    Builder& b = values.builder();
    switch (value->bit_size) {
    case 8:
        values.know(values.choices().one_in(2) ? b.u2u32(value) : b.i2i32(value),
                    ValueClass::integers);
        break;
    case 16:
        values.know(value, values.choices().one_in(4) ? ValueClass::floats : ValueClass::integers);
        values.know(b.u2u32(value), ValueClass::integers);
        break;
    case 64:
        values.know(value, ValueClass::integers);
        values.know(b.unpack_64_2x32_split_x(value), ValueClass::integers);
        values.know(b.unpack_64_2x32_split_y(value), ValueClass::integers);
        break;
    default:
        values.know(value, values.choices().one_in(4) ? ValueClass::floats : ValueClass::integers);
        break;
    }
}

void MachineMemory::load_any(Values& values) {
    access_buffer(values, Plan::kRead, element(values, nullptr, Plan::kReadBytes), false);
}

void MachineMemory::load_uniform(Values& values) {
    Builder& b = values.builder();
    const std::vector<ConstantBuffer>& buffers = b.shader().info.constant_buffers;
    const auto number = values.choices().below(static_cast<std::uint32_t>(buffers.size()));
    const unsigned bytes = buffers[number].num_vec4 * 16;
    const Element place = element(values, nullptr, bytes);
    loaded(values, place,
           b.load_ubo(place.count, place.bits, b.imm_int(number), place.offset)->set_range(bytes));
}

// Returns the access flags for that buffer or image. No two of them share memory.
Access MachineMemory::access(Values& values, unsigned number) {
    Access made = Access::restrict;
    for (const Access flag : {Access::coherent, Access::volatile_, Access::non_temporal}) {
        if (values.choices().one_in(4)) {
            made = made | flag;
        }
    }
    if (number == Plan::kRead) {
        made = made | Access::non_writeable;
    }
    return values.choices().one_in(2) ? made : Access::nothing;
}

// Memory of a storage buffer is read or written.
void MachineMemory::access_buffer(Values& values, unsigned number, const Element& place,
                                  bool writes) {
    Builder& b = values.builder();
    if (writes) {
        SsaDef* value = value_for(values, place);
        IntrinsicInstruction* store = b.store_ssbo(value, b.imm_int(number), place.offset);
        store->set_access(access(values, number));
        stored(values, place, store);
    } else {
        IntrinsicInstruction* load =
            b.load_ssbo(place.count, place.bits, b.imm_int(number), place.offset);
        load->set_access(access(values, number));
        loaded(values, place, load);
    }
}

void MachineMemory::use_own(Values& values) {
    Builder& b = values.builder();
    SsaDef* start = b.imul(own_, b.imm_int(Plan::kOwnBytes));
    const Element place = element(values, start, Plan::kOwnBytes);
    access_buffer(values, Plan::kOwn, place, !values.choices().one_in(2));
}

void MachineMemory::change_own(Values& values) {
    Builder& b = values.builder();
    SsaDef* buffer = b.imm_int(Plan::kOwn);
    SsaDef* place = word(values, b.imul(own_, b.imm_int(Plan::kOwnBytes)), Plan::kOwnBytes);
    exchange(
        values,
        [&](SsaDef* expected, SsaDef* data) {
            return b.ssbo_atomic_swap(32, buffer, place, expected, data)
                ->set_access(access(values, Plan::kOwn));
        },
        [&](SsaDef* data) {
            return b.ssbo_atomic(32, buffer, place, data)->set_access(access(values, Plan::kOwn));
        });
}

void MachineMemory::change_cell(Values& values) {
    Builder& b = values.builder();
    const unsigned kind = values.choices().below(Plan::kCommutative.size());
    // Cells of one kind stand Plan::kCommutative.size() apart.
    SsaDef* cell = b.iadd(times(values, values.index(Plan::kNumCells / Plan::kCommutative.size()),
                                Plan::kCommutative.size()),
                          b.imm_int(kind));
    b.ssbo_atomic(32, b.imm_int(Plan::kCells), b.ishl(cell, b.imm_int(2)),
                  values.whole(ValueClass::integers, 32, 1))
        ->set_atomic_op(Plan::kCommutative[kind]);
}

void MachineMemory::ask_size(Values& values) {
    Builder& b = values.builder();
    SsaDef* buffer = b.imm_int(values.choices().below(Plan::kBuffers));
    values.know(&b.get_ssbo_size(buffer)->set_access({})->value, ValueClass::integers);
}

} // namespace jacquard::nir
