#include "values.h"

#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::nir {

ValueClass class_of(BaseType base) {
    return base == BaseType::float_type  ? ValueClass::floats
           : base == BaseType::bool_type ? ValueClass::truths
                                         : ValueClass::integers;
}

AluType type_of(ValueClass kind) {
    return {kind == ValueClass::floats ? BaseType::float_type : BaseType::int_type, 32};
}

Values::Values(Choices& choices, Builder& builder, Stage stage)
    : choices_(choices), b_(builder), stage_(stage), zero_(builder.imm_int(0)) {
    switch (stage) {
    case Stage::compute: lane_ = &b_.load_local_invocation_index()->value; break;
    case Stage::fragment: {
        SsaDef* at = b_.f2u32(&b_.load_frag_coord()->value);
        SsaDef* row = b_.ishl(channel(at, 1), b_.imm_int(1));
        lane_ = b_.iadd(row, b_.iand(channel(at, 0), b_.imm_int(1)));
        break;
    }
    case Stage::vertex: lane_ = &b_.load_vertex_id_zero_base()->value; break;
    default: lane_ = &b_.load_primitive_id()->value; break;
    }
    lane_ = b_.iand(lane_, b_.imm_int(31));
}

SsaDef* Values::know(SsaDef* value, ValueClass kind) {
    known_.push_back({value, kind});
    return value;
}

Values::Known Values::recent() {
    const auto near = static_cast<std::uint32_t>(std::min<std::size_t>(known_.size(), 12));
    return known_[known_.size() - 1 - choices_.below(near)];
}

Values::Known Values::recent_words() {
    const Known known = recent();
    Operand part(known.value);
    part.num_components = std::min<std::uint8_t>(4, known.value->num_components);
    if (known.kind == ValueClass::truths) {
        return {b_.b2i32(part), known.kind};
    }
    if (known.value->bit_size == 32) {
        return {b_.whole(part), known.kind};
    }
    return {known.kind == ValueClass::floats ? b_.f2f32(part) : b_.u2u32(part), known.kind};
}

unsigned Values::width_of(ValueClass kind) {
    static constexpr std::array<unsigned, 4> kWidths = {32, 16, 8, 64};
    if (kind == ValueClass::truths) {
        return 1;
    }
    if (has_machine_widths_) {
        return choices_.one_in(4) ? 16 : 32;
    }
    const unsigned at = choices_.below(8);
    const unsigned width = at < 5 ? 32 : kWidths[at - 4];
    return kind == ValueClass::floats && width == 8 ? 16 : width;
}

SsaDef* Values::constant(ValueClass kind, unsigned bit_size, unsigned count) {
    std::array<ConstantValue, kMaxComponents> values;
    for (unsigned c = 0; c < count; ++c) {
        values[c] = constant_from_bits(constant_bits(kind, bit_size), bit_size);
    }
    return b_.constant(bit_size, std::span(values).first(count));
}

std::uint64_t Values::constant_bits(ValueClass kind, unsigned bit_size) {
    if (kind == ValueClass::truths) {
        return choices_.below(2);
    }
    if (kind == ValueClass::integers) {
        const std::uint64_t sign = std::uint64_t{1} << (bit_size - 1);
        const std::array<std::uint64_t, 8> edges = {
            0, 1, 2, ~std::uint64_t{0}, sign, sign - 1, bit_size - 1U, choices_.bits()};
        return edges[choices_.below(8)] & mask_of_bits(bit_size);
    }
    static constexpr std::array<double, 12> kFloats = {0.0,  1.0,  -1.0, 0.5,   2.0, -0.0,
                                                       -2.5, 0.25, 3.0,  255.0, 4.0, 1024.0};
    const double value = kFloats[choices_.below(12)];
    return bit_size == 64   ? std::bit_cast<std::uint64_t>(value)
           : bit_size == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                            : std::uint64_t{float_to_half(static_cast<float>(value))};
}

SsaDef* Values::pick(ValueClass kind, unsigned bit_size) {
    std::array<SsaDef*, 8> found{};
    unsigned num_found = 0;
    for (std::size_t i = known_.size(); i-- > 0 && num_found < found.size();) {
        const Known& known = known_[i];
        if (known.kind == kind && known.value->bit_size == bit_size &&
            (num_found == 0 || !choices_.one_in(3))) {
            found[num_found++] = known.value;
        }
    }
    if (num_found == 0 && has_machine_widths_ && !choices_.one_in(8)) {
        if (SsaDef* made = make(kind, bit_size)) {
            return made;
        }
    }
    if (num_found == 0 || choices_.one_in(10)) {
        return constant(kind, bit_size, 1);
    }
    return found[choices_.below(num_found)];
}

// From what there is of 32 bits, which a backend cannot know; null when there is nothing.
SsaDef* Values::make(ValueClass kind, unsigned bit_size) {
    std::vector<SsaDef*> found;
    for (const Known& known : known_) {
        const bool is_number = known.kind != ValueClass::truths && known.value->bit_size == 32;
        if (is_number && (kind == ValueClass::truths || known.kind == kind)) {
            found.push_back(known.value);
        }
    }
    if (found.empty()) {
        return nullptr;
    }
    SsaDef* from = found[choices_.below(static_cast<std::uint32_t>(found.size()))];
    if (kind == ValueClass::truths && bit_size == 1) {
        return know(b_.ilt(from, constant(ValueClass::integers, 32, 1)), kind);
    }
    if (kind != ValueClass::truths && bit_size == 16) {
        return know(kind == ValueClass::floats ? b_.f2f16(from) : b_.u2u16(from), kind);
    }
    return nullptr;
}

Operand Values::operand(ValueClass kind, unsigned bit_size, unsigned count) {
    SsaDef* value = pick(kind, bit_size);
    Operand result;
    result.value = value;
    result.num_components = static_cast<std::uint8_t>(count);
    for (unsigned c = 0; c < count; ++c) {
        result.swizzle[c] = static_cast<std::uint8_t>(choices_.below(value->num_components));
    }
    return result;
}

SsaDef* Values::whole(ValueClass kind, unsigned bit_size, unsigned count) {
    return b_.whole(operand(kind, bit_size, count));
}

SsaDef* Values::index(unsigned length) {
    if (choices_.one_in(3)) {
        return b_.imm_int(choices_.below(length));
    }
    return b_.iand(operand(ValueClass::integers, 32, 1), b_.imm_int(length - 1));
}

void Values::arithmetic() {
    auto opcode = static_cast<Opcode>(choices_.below(kNumOpcodes));
    // These two are only ever approximated otherwise.
    if (opcode == Opcode::fsin_mdg || opcode == Opcode::fcos_mdg) {
        opcode = Opcode::ffract;
    }
    const OpcodeInfo& info = opcode_info(opcode);
    unsigned bit_size = 32;
    if (info.width_mask != 0) {
        std::array<unsigned, 5> widths{};
        unsigned num_widths = 0;
        for (const unsigned width : {1U, 8U, 16U, 32U, 64U}) {
            if (((info.width_mask >> std::countr_zero(width)) & 1) != 0) {
                widths[num_widths++] = width;
            }
        }
        bit_size = widths[choices_.below(num_widths)];
        // Mostly 32 bits where there is a choice.
        if (((info.width_mask >> 5) & 1) != 0 && !choices_.one_in(3)) {
            bit_size = 32;
        }
    }
    apply(opcode, bit_size);
}

void Values::apply(Opcode opcode, unsigned bit_size) {
    const OpcodeInfo& info = opcode_info(opcode);
    const unsigned count =
        info.output_components != 0 ? info.output_components : 1 + choices_.below(4);
    std::array<Operand, kMaxComponents> operands;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        const AluType type = info.source_types[i];
        const unsigned components =
            info.source_components[i] != 0 ? info.source_components[i] : count;
        const unsigned bits = type.bit_size != 0 ? type.bit_size : bit_size;
        ValueClass kind = class_of(type.base);
        // Truths of more than a bit are integers, and so are bits that are only moved about.
        if (bits != 1 && kind == ValueClass::truths) {
            operands[i] = wide_truth(bits, components);
            continue;
        }
        if (bits == 1) {
            kind = ValueClass::truths;
        }
        operands[i] = operand(kind, bits, components);
    }
    const unsigned result_bits =
        info.output_type.bit_size != 0 ? info.output_type.bit_size : bit_size;
    SsaDef* value = b_.alu(opcode, std::span(operands).first(info.num_sources), count, result_bits);
    const ValueClass kind = result_bits == 1 ? ValueClass::truths : class_of(info.output_type.base);
    if (kind != ValueClass::truths || result_bits == 1) { // wide truths are made where wanted
        know(value, kind);
    }
}

// All bits or none.
Operand Values::wide_truth(unsigned bits, unsigned count) {
    const Operand from = operand(ValueClass::truths, 1, count);
    return bits == 8 ? b_.b2b8(from) : bits == 16 ? b_.b2b16(from) : b_.b2b32(from);
}

void Values::product_and_sum() {
    const unsigned count = 1 + choices_.below(4);
    SsaDef* factor = whole(ValueClass::integers, 32, count);
    SsaDef* product = b_.imul(factor, whole(ValueClass::integers, 32, count));
    know(b_.iadd(product, whole(ValueClass::integers, 32, count)), ValueClass::integers);
}

void Values::masks() {
    const unsigned count = 1 + choices_.below(4);
    SsaDef* mask = b_.ineg(b_.b2i32(whole(ValueClass::truths, 1, count)));
    switch (choices_.below(4)) {
    case 0: mask = b_.ixor(mask, b_.ineg(b_.b2i32(whole(ValueClass::truths, 1, count)))); break;
    case 1: mask = b_.iand(mask, whole(ValueClass::integers, 32, count)); break;
    case 2: mask = b_.ior(whole(ValueClass::integers, 32, count), mask); break;
    default: mask = b_.inot(mask); break;
    }
    know(mask, ValueClass::integers);
}

void Values::inexact_arithmetic() {
    const unsigned count = 1 + choices_.below(4);
    const bool is_exact = b_.exact;
    std::array<SsaDef*, 4> numbers{};
    for (SsaDef*& number : numbers) {
        // 1 … 256: never zero, whose sign may get lost.
        SsaDef* small = b_.iand(operand(ValueClass::integers, 32, count), b_.imm_int(255));
        number = b_.u2f32(b_.iadd(small, b_.imm_int(1)));
    }
    b_.exact = false;
    SsaDef* product = b_.fmul(numbers[0], numbers[1]);
    SsaDef* value = nullptr;
    switch (choices_.below(6)) {
    case 0: value = b_.fadd(product, numbers[2]); break;
    case 1: value = b_.fadd(numbers[2], product); break;
    case 2: value = b_.fsub(product, numbers[2]); break;
    case 3: {
        SsaDef* second = b_.fmul(numbers[2], numbers[3]);
        value = b_.fadd(second, product);
        break;
    }
    case 4: value = b_.ffma(numbers[2], numbers[3], product); break;
    default: {
        SsaDef* sum = b_.fadd(numbers[2], numbers[3]);
        value = b_.fadd(b_.fneg(product), sum);
        break;
    }
    }
    // Not minus zero.
    value = choices_.one_in(2) ? b_.fabs(value) : b_.fadd(value, b_.imm_float(0.5));
    b_.exact = is_exact;
    know(value, ValueClass::floats);
}

void Values::uniform_product() {
    std::array<SsaDef*, 2> factors{};
    for (SsaDef*& factor : factors) {
        factor = b_.u2f32(b_.imm_int(1 + choices_.below(256)));
    }
    SsaDef* own = b_.u2f32(b_.iadd(lane_, b_.imm_int(1)));
    const bool is_exact = b_.exact;
    b_.exact = false;
    SsaDef* sum = b_.ffma(factors[0], factors[1], own);
    b_.exact = is_exact;
    know(sum, ValueClass::floats);
}

void Values::undefined() {
    const ValueClass kind = choices_.one_in(2) ? ValueClass::floats : ValueClass::integers;
    const unsigned bits = width_of(kind);
    const unsigned count = 1 + choices_.below(3);
    SsaDef* defined = whole(kind, bits, count);
    SsaDef* other = whole(kind, bits, count);
    SsaDef* nothing = b_.undef(count, bits);
    Operand condition(whole(ValueClass::truths, 1, 1));
    condition.num_components = static_cast<std::uint8_t>(count);
    for (unsigned c = 0; c < count; ++c) {
        condition.swizzle[c] = 0;
    }
    switch (choices_.below(4)) {
    case 0: know(b_.bcsel(condition, other, b_.bcsel(condition, nothing, defined)), kind); break;
    case 1:
        know(b_.bcsel(condition, b_.bcsel(condition, defined, b_.mov(Operand(nothing))), other),
             kind);
        break;
    case 2: {
        SsaDef* pair = b_.vec({channel(defined, 0), channel(nothing, 0)});
        know(b_.mov(channel(pair, 0)), kind);
        break;
    }
    default: {
        SsaDef* pair = b_.vec({channel(nothing, 0), channel(other, 0)});
        know(b_.mov(channel(pair, 1)), kind);
        break;
    }
    }
}

void Values::move() {
    const ValueClass kind = choices_.one_in(2) ? ValueClass::floats : ValueClass::integers;
    const unsigned bits = width_of(kind);
    switch (choices_.below(3)) {
    case 0: know(b_.mov(operand(kind, bits, 1 + choices_.below(4))), kind); break;
    case 1: {
        static constexpr std::array<unsigned, 5> kCounts = {2, 3, 4, 5, 8};
        const unsigned count = kCounts[choices_.below(5)];
        std::array<Operand, kMaxComponents> parts;
        for (unsigned c = 0; c < count; ++c) {
            parts[c] = operand(kind, bits, 1);
        }
        know(b_.vec(std::span<const Operand>(parts.data(), count)), kind);
        break;
    }
    default: {
        // Vectors of scalars that one computation reads.
        std::array<SsaDef*, 2> vectors{};
        for (SsaDef*& vector : vectors) {
            const Operand first = operand(ValueClass::integers, 32, 1);
            vector = b_.vec({first, operand(ValueClass::integers, 32, 1)});
        }
        know(b_.iadd(vectors[0], vectors[1]), ValueClass::integers);
        break;
    }
    }
}

} // namespace jacquard::nir
