#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/ir3/compiler/lower/lane_builder.h>

#include <array>
#include <span>

namespace jacquard::ir3 {

using nir::IntrinsicOp;
using nir::SsaDef;

bool LaneBuilder::is_compute() const {
    return shader_.info.stage == nir::Stage::compute;
}

SsaDef* LaneBuilder::plain(IntrinsicOp op, unsigned num_components) {
    return &b_.intrinsic(op, num_components, 32, {})->value;
}

SsaDef* LaneBuilder::size() {
    return plain(IntrinsicOp::load_subgroup_size);
}

SsaDef* LaneBuilder::size_shift() {
    return b_.ufind_msb(size());
}

SsaDef* LaneBuilder::workgroup_size(unsigned axis) {
    if (const auto size = fixed_workgroup_size(shader_)) {
        return b_.imm_int((*size)[axis]);
    }
    return part(plain(IntrinsicOp::load_workgroup_size, 3), axis);
}

SsaDef* LaneBuilder::local_index() {
    SsaDef* place = plain(IntrinsicOp::load_local_invocation_id, 3);
    SsaDef* index = part(place, 0);
    SsaDef* stride = workgroup_size(0);
    for (unsigned axis = 1; axis < 3; ++axis) {
        index = b_.iadd(index, b_.imul(part(place, axis), stride));
        stride = axis < 2 ? b_.imul(stride, workgroup_size(axis)) : stride;
    }
    return index;
}

SsaDef* LaneBuilder::lane() {
    if (!is_compute()) {
        return plain(IntrinsicOp::load_subgroup_invocation);
    }
    SsaDef* one = b_.imm_int(1);
    SsaDef* mask = b_.isub(size(), one);
    return b_.iand(local_index(), mask);
}

SsaDef* LaneBuilder::part(SsaDef* value, unsigned i) {
    return value->num_components == 1 ? value : b_.whole(nir::channel(value, i));
}

SsaDef* LaneBuilder::by_word(SsaDef* value, const Each& each) {
    switch (value->bit_size) {
    case 1: {
        SsaDef* zero = b_.imm_int(0);
        return b_.ine(each(b_.b2i32(value)), zero);
    }
    case 8: return b_.u2u8(each(b_.u2u32(value)));
    case 16: return b_.u2u16(each(b_.u2u32(value)));
    case 64: {
        SsaDef* high = each(b_.unpack_64_2x32_split_y(value));
        return b_.pack_64_2x32_split(each(b_.unpack_64_2x32_split_x(value)), high);
    }
    default: return each(value);
    }
}

SsaDef* LaneBuilder::made(IntrinsicOp op, std::initializer_list<SsaDef*> sources) {
    return &b_.intrinsic(op, 1, 32, std::span(sources.begin(), sources.size()))->value;
}

SsaDef* LaneBuilder::read_first(SsaDef* value) {
    return by_word(
        value, [this](SsaDef* word) { return made(IntrinsicOp::read_first_invocation, {word}); });
}

SsaDef* LaneBuilder::read_where(SsaDef* value, SsaDef* condition) {
    return by_word(value, [&](SsaDef* word) {
        return made(IntrinsicOp::read_invocation_cond_ir3, {word, condition});
    });
}

SsaDef* LaneBuilder::ballot(SsaDef* condition) {
    SsaDef* const sources[] = {condition};
    return &b_.intrinsic(IntrinsicOp::ballot, kWords, 32, sources)->value;
}

SsaDef* LaneBuilder::active() {
    return ballot(b_.imm_bool(true));
}

SsaDef* LaneBuilder::is_any(SsaDef* condition) {
    SsaDef* words = ballot(condition);
    SsaDef* any = part(words, 0);
    for (unsigned i = 1; i < kWords; ++i) {
        any = b_.ior(any, part(words, i));
    }
    return b_.ine(any, b_.imm_int(0));
}

SsaDef* LaneBuilder::is_all(SsaDef* condition) {
    return b_.inot(is_any(b_.inot(condition)));
}

SsaDef* LaneBuilder::is_same(SsaDef* value, bool floats) {
    SsaDef* same = b_.imm_bool(true);
    for (unsigned i = 0; i < value->num_components; ++i) {
        SsaDef* own = part(value, i);
        SsaDef* first = read_first(own);
        same = b_.iand(same, floats ? b_.feq(own, first) : b_.ieq(own, first));
    }
    return is_all(same);
}

SsaDef* LaneBuilder::word_of(SsaDef* mask, SsaDef* number) {
    SsaDef* at = b_.ushr(number, b_.imm_int(5));
    SsaDef* word = part(mask, 0);
    for (unsigned i = 1; i < mask->num_components; ++i) {
        SsaDef* chosen = part(mask, i);
        word = b_.bcsel(b_.ieq(at, b_.imm_int(i)), chosen, word);
    }
    return word;
}

SsaDef* LaneBuilder::is_set(SsaDef* mask, SsaDef* number) {
    SsaDef* place = b_.iand(number, b_.imm_int(31));
    SsaDef* bit = b_.ushr(word_of(mask, number), place);
    SsaDef* is_there = b_.ult(number, size());
    SsaDef* zero = b_.imm_int(0);
    return b_.iand(b_.ine(b_.iand(bit, b_.imm_int(1)), zero), is_there);
}

SsaDef* LaneBuilder::bits_below(SsaDef* number, unsigned i) {
    const auto first = static_cast<std::int64_t>(i) * 32;
    SsaDef* one = b_.imm_int(1);
    SsaDef* place = b_.iand(number, b_.imm_int(31));
    SsaDef* some = b_.isub(b_.ishl(b_.imm_int(1), place), one);
    SsaDef* none = b_.imm_int(-1);
    SsaDef* bits = b_.bcsel(b_.uge(number, b_.imm_int(first + 32)), none, some);
    if (first == 0) {
        return bits;
    }
    SsaDef* zero = b_.imm_int(0);
    return b_.bcsel(b_.ult(number, b_.imm_int(first)), zero, bits);
}

SsaDef* LaneBuilder::masked(SsaDef* mask, SsaDef* end) {
    std::array<nir::Operand, kWords> words{};
    for (unsigned i = 0; i < kWords; ++i) {
        if (i < mask->num_components) {
            SsaDef* below = bits_below(end, i);
            words[i] = b_.iand(part(mask, i), below);
        } else {
            words[i] = b_.imm_int(0);
        }
    }
    return b_.vec(words);
}

SsaDef* LaneBuilder::count(SsaDef* mask, SsaDef* end) {
    SsaDef* words = masked(mask, end);
    SsaDef* sum = b_.bit_count(part(words, 0));
    for (unsigned i = 1; i < kWords; ++i) {
        sum = b_.iadd(sum, b_.bit_count(part(words, i)));
    }
    return sum;
}

SsaDef* LaneBuilder::lowest(SsaDef* mask) {
    SsaDef* found = b_.imm_int(-1);
    for (unsigned i = kWords; i-- > 0;) {
        found = found_in(mask, i, found, b_.find_lsb(part(mask, i)));
    }
    return found;
}

SsaDef* LaneBuilder::highest(SsaDef* mask) {
    SsaDef* found = b_.imm_int(-1);
    for (unsigned i = 0; i < kWords; ++i) {
        found = found_in(mask, i, found, b_.ufind_msb(part(mask, i)));
    }
    return found;
}

SsaDef* LaneBuilder::found_in(SsaDef* mask, unsigned i, SsaDef* before, SsaDef* bit) {
    SsaDef* here = b_.iadd(bit, b_.imm_int(static_cast<std::int64_t>(i) * 32));
    SsaDef* zero = b_.imm_int(0);
    return b_.bcsel(b_.ine(part(mask, i), zero), here, before);
}

} // namespace jacquard::ir3
