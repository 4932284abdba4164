// The accesses of random shaders beside those to buffers: images, memory by address and memory of a
// lane.

#include <jacquard/nir/build/builder.h>

#include "generator/machine/machine_memory.h"

#include <bit>

namespace jacquard::nir {

using Plan = MemoryOfMachine;

namespace {

constexpr AluType kUint{BaseType::uint_type, 32};

IntrinsicInstruction* of_plane(IntrinsicInstruction* instruction, Access access) {
    return instruction->set_image_dim(TextureDim::dim_2d)
        ->set_image_array(false)
        ->set_format(0)
        ->set_access(access)
        ->set_range_base(0);
}

} // namespace

void MachineMemory::use_scratch(Values& values) {
    Builder& b = values.builder();
    const Element place = element(values, nullptr, kScratchBytes);
    if (values.choices().one_in(2)) {
        loaded(values, place, b.load_scratch(place.count, place.bits, place.offset));
    } else {
        SsaDef* value = value_for(values, place);
        stored(values, place, b.store_scratch(value, place.offset));
    }
}

void MachineMemory::use_address(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    SsaDef* first = b.imm_int(static_cast<std::int64_t>(Plan::kFirstAddress), 64);
    const auto address = [&](SsaDef* offset, unsigned start) {
        SsaDef* from = b.iadd(first, b.imm_int(start, 64));
        return b.iadd(from, b.u2u64(offset));
    };
    // Some accesses know less of where they go than is so.
    const auto known_alignment = [](const Element& place) {
        return place.count == 3 ? 1 : place.count == 1 && place.bits == 32 ? 2 : place.bits / 8;
    };
    const auto load = [&](const Element& place, unsigned start) {
        IntrinsicInstruction* made =
            b.load_global(place.count, place.bits, address(place.offset, start));
        loaded(values, place, made);
        made->set_align_mul(known_alignment(place));
    };
    SsaDef* start = b.imul(own_, b.imm_int(Plan::kOwnBytes));
    switch (choices.below(5)) {
    case 0: load(element(values, nullptr, Plan::kReadBytes), 0); break;
    case 1: load(element(values, start, Plan::kOwnBytes), Plan::kReadBytes); break;
    case 2: {
        SsaDef* place = address(word(values, start, Plan::kOwnBytes), Plan::kReadBytes);
        const auto change = [&](SsaDef* data) { return b.global_atomic(32, place, data); };
        const auto swap = [&](SsaDef* expected, SsaDef* data) {
            return b.global_atomic_swap(32, place, expected, data);
        };
        exchange(values, swap, change);
        break;
    }
    default: {
        const Element place = element(values, start, Plan::kOwnBytes);
        SsaDef* value = value_for(values, place);
        IntrinsicInstruction* made = b.store_global(value, address(place.offset, Plan::kReadBytes));
        stored(values, place, made);
        made->set_align_mul(known_alignment(place));
        break;
    }
    }
}

SsaDef* MachineMemory::texel(Values& values, SsaDef* number) {
    Builder& b = values.builder();
    return b.vec(
        {b.iand(number, b.imm_int(Plan::kImageWidth - 1)),
         b.ushr(number, b.imm_int(static_cast<std::uint32_t>(std::countr_zero(Plan::kImageWidth)))),
         values.zero(), values.zero()});
}

void MachineMemory::use_image(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const auto load = [&](unsigned image, SsaDef* number) {
        SsaDef* at = texel(values, number);
        IntrinsicInstruction* made =
            of_plane(b.image_load(4, 32, b.imm_int(image), at, values.zero(), values.zero()),
                     access(values, image));
        values.know(&made->set_dest_type(kUint)->value, ValueClass::integers);
    };
    switch (choices.below(5)) {
    case 0:
        if (loads_images_) {
            load(Plan::kRead, values.index(Plan::kImageWidth * Plan::kReadRows));
            break;
        }
        [[fallthrough]];
    case 1:
        if (loads_images_) {
            load(Plan::kOwn, own_);
            break;
        }
        [[fallthrough]];
    case 2: {
        SsaDef* value = values.whole(ValueClass::integers, 32, 4);
        SsaDef* at = texel(values, own_);
        of_plane(b.image_store(b.imm_int(Plan::kOwn), at, values.zero(), value, values.zero()),
                 access(values, Plan::kOwn))
            ->set_src_type(kUint);
        break;
    }
    case 3: {
        SsaDef* data = values.whole(ValueClass::integers, 32, 1);
        SsaDef* at = texel(values, own_);
        const AtomicOp op = kExchanging[choices.below(kExchanging.size())];
        IntrinsicInstruction* made =
            of_plane(b.image_atomic(32, b.imm_int(Plan::kOwn), at, values.zero(), data),
                     access(values, Plan::kOwn));
        values.know(&made->set_atomic_op(op)->value, ValueClass::integers);
        break;
    }
    default: {
        const unsigned kind = choices.below(Plan::kCommutative.size());
        SsaDef* data = values.whole(ValueClass::integers, 32, 1);
        SsaDef* at = texel(values, b.imm_int(kind));
        of_plane(b.image_atomic(32, b.imm_int(Plan::kCells), at, values.zero(), data),
                 access(values, Plan::kCells))
            ->set_atomic_op(Plan::kCommutative[kind]);
        break;
    }
    }
}

} // namespace jacquard::nir
