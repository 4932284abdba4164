#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/ir/width_mask.h>
#include <jacquard/spirv/translate/arithmetic/arithmetic.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

// Arithmetic on scalars and vectors.
namespace jacquard::spirv {

namespace {

bool is_integer(nir::AluType type) {
    return type.base == nir::BaseType::int_type || type.base == nir::BaseType::uint_type;
}

const char* noun(ValueType wanted) {
    switch (wanted) {
    case ValueType::float_value: return "a float";
    case ValueType::float32_value: return "a 32-bit float";
    case ValueType::bool_value: return "a truth";
    case ValueType::any_value:
    case ValueType::none: return "a scalar or vector";
    default: return "an integer";
    }
}

bool fits(ValueType wanted, nir::AluType given) {
    switch (wanted) {
    case ValueType::float_value: return given.base == nir::BaseType::float_type;
    case ValueType::float32_value:
        return given.base == nir::BaseType::float_type && given.bit_size == 32;
    case ValueType::bool_value: return given.bit_size == 1;
    case ValueType::any_value:
    case ValueType::none: return true;
    default: return is_integer(given);
    }
}

bool has_own_width(ValueType wanted) {
    return wanted == ValueType::int32_value || wanted == ValueType::uint32_value ||
           wanted == ValueType::float32_value;
}

struct Packing {
    nir::Opcode pack;
    nir::Opcode unpack;
};

// The opcodes between a number and a vector of narrower ones; shifts do where there are none.
std::optional<Packing> packing(unsigned wide, unsigned narrow) {
    using nir::Opcode;
    if (wide == 64 && narrow == 32) {
        return Packing{Opcode::pack_64_2x32, Opcode::unpack_64_2x32};
    }
    if (wide == 64 && narrow == 16) {
        return Packing{Opcode::pack_64_4x16, Opcode::unpack_64_4x16};
    }
    if (wide == 32 && narrow == 16) {
        return Packing{Opcode::pack_32_2x16, Opcode::unpack_32_2x16};
    }
    if (wide == 32 && narrow == 8) {
        return Packing{Opcode::pack_32_4x8, Opcode::unpack_32_4x8};
    }
    return std::nullopt;
}

} // namespace

// An operand of the wanted kind. Those without a width of their own must all have one; `width` is
// 0 until the first is seen.
nir::SsaDef* Arithmetic::formula_source(ValueType wanted, std::uint32_t id, unsigned& width) {
    const Value& given = values_.value(id);
    if (given.def == nullptr || given.type->kind == TypeKind::pointer ||
        !fits(wanted, given.type->scalar)) {
        malformed('%' + std::to_string(id) + " is not " + noun(wanted));
    }
    if (wanted == ValueType::int32_value) {
        return widths_.limited(given.def);
    }
    if (wanted == ValueType::uint32_value) {
        return widths_.as_width(given.def, 32);
    }
    if (!has_own_width(wanted) && wanted != ValueType::bool_value) {
        if (width != 0 && given.def->bit_size != width) {
            malformed('%' + std::to_string(id) + " is not as wide as the operand before it");
        }
        width = given.def->bit_size;
    }
    return given.def;
}

void Arithmetic::translate_formula() {
    std::array<nir::Operand, 4> sources{};
    unsigned count = 0;
    unsigned width = 0;
    unsigned components = 1;
    for (const ValueType wanted : now().info->sources) {
        if (wanted == ValueType::none) {
            break;
        }
        SsaDef* given = formula_source(wanted, word(count), width);
        if (given->num_components != 1 && components != 1 && given->num_components != components) {
            malformed("its operands have different numbers of components");
        }
        components = std::max<unsigned>(components, given->num_components);
        sources[count++] = given;
    }
    if (now().type == nullptr || !now().type->is_vector_or_scalar()) {
        malformed("its type is not a scalar or vector");
    }
    const InstructionInfo& info = *now().info;
    if (width != 0 && !nir::mask_allows(info.width_mask, width)) {
        unsupported("operands of " + std::to_string(width) + " bits for " + std::string(info.name) +
                    " are");
    }
    const std::span<const nir::Operand> given = std::span(sources).first(count);
    SsaDef* result = info.handling == Handling::formula
                         ? info.formula(b(), given, width != 0 ? width : 32)
                         : b().alu(static_cast<nir::Opcode>(info.fact), given);
    // Some formulas always make 32 bits; the type of the result may have another width.
    if (is_integer(now().type->scalar) && result->bit_size != now().type->scalar.bit_size) {
        result = widths_.as_width(result, now().type->scalar.bit_size,
                                  info.result == ValueType::int32_value);
    }
    values_.define(result);
}

void Arithmetic::translate_convert() {
    const Value& from = values_.operand(0);
    if (from.def == nullptr || from.type->kind == TypeKind::pointer || now().type == nullptr ||
        !now().type->is_vector_or_scalar() || from.def->bit_size == 1 ||
        now().type->scalar.bit_size == 1) {
        malformed("numbers are converted to numbers");
    }
    const unsigned bits = now().type->scalar.bit_size;
    const bool to_float = now().type->scalar.base == nir::BaseType::float_type;
    const bool from_float = from.type->scalar.base == nir::BaseType::float_type;
    SsaDef* x = from.def;
    const auto conversion = static_cast<Conversion>(now().info->fact);
    const bool wants_float = conversion == Conversion::f2u || conversion == Conversion::f2i ||
                             conversion == Conversion::f2f;
    const bool makes_float = conversion == Conversion::u2f || conversion == Conversion::i2f ||
                             conversion == Conversion::f2f;
    if (wants_float != from_float || makes_float != to_float) {
        malformed("its operand and result are not of the kinds that it converts between");
    }
    if (!wants_float && !makes_float &&
        decorations().has(now().result, Decoration::SaturatedConversion)) {
        values_.define(widths_.as_width(limited_to(x, bits, conversion == Conversion::i2i), bits,
                                        conversion == Conversion::i2i));
        return;
    }
    if (!wants_float && !makes_float && bits == x->bit_size) {
        values_.define(x);
        return;
    }
    if (conversion == Conversion::f2f && bits == x->bit_size) {
        values_.define(x);
        return;
    }
    using nir::Opcode;
    const std::optional<Opcode> found = conversion_opcode(conversion, bits);
    if (!found) {
        unsupported("conversions to " + std::to_string(bits) + " bits are");
    }
    Opcode opcode = *found;
    const auto mode = decorations().value(now().result, Decoration::FPRoundingMode);
    const auto is_mode = [&](FpRoundingMode wanted) {
        return mode == static_cast<std::uint32_t>(wanted);
    };
    const bool is_to_integer = wants_float && !makes_float;
    const bool is_to_zero = is_mode(FpRoundingMode::RTZ) && !is_to_integer;
    if (context().is_kernel() && is_to_integer) {
        x = is_mode(FpRoundingMode::RTE)   ? nir::Builder(b()).fround_even(x)
            : is_mode(FpRoundingMode::RTP) ? nir::Builder(b()).fceil(x)
            : is_mode(FpRoundingMode::RTN) ? b().ffloor(x)
                                           : x;
    } else if (is_mode(FpRoundingMode::RTP) || is_mode(FpRoundingMode::RTN)) {
        unsupported("conversions other than those to integers that round up or down are");
    }
    if (opcode == Opcode::f2f16) {
        opcode = is_to_zero                                                ? Opcode::f2f16_rtz
                 : mode == static_cast<std::uint32_t>(FpRoundingMode::RTE) ? Opcode::f2f16_rtne
                                                                           : opcode;
    } else if (is_to_zero) {
        unsupported("conversions other than those of floats to 16 bits that round to zero are");
    }
    // A stated rounding must not become that of an instruction that converts beside its work.
    b().exact = b().exact || opcode == Opcode::f2f16_rtne || opcode == Opcode::f2f16_rtz;
    values_.define(b().alu(opcode, {x}));
}

// The nearest integer that so many bits hold. Floats beyond their range become that anyway.
nir::SsaDef* Arithmetic::limited_to(SsaDef* x, unsigned bits, bool is_signed) {
    if (bits >= x->bit_size) {
        return x;
    }
    nir::Builder at(b());
    if (!is_signed) {
        return at.umin(x, b().imm_bits((std::uint64_t{1} << bits) - 1, x->bit_size));
    }
    const std::int64_t most = (std::int64_t{1} << (bits - 1)) - 1;
    SsaDef* least = at.imm_int(-most - 1, x->bit_size);
    return at.imax(at.imin(x, at.imm_int(most, x->bit_size)), least);
}

void Arithmetic::translate_bitcast() {
    const Value& from = values_.operand(0);
    if (from.def == nullptr || from.type->is_place() || now().type == nullptr ||
        !now().type->is_one_value() || now().type->is_place()) {
        unsupported("bitcasts of anything but scalars, vectors and addresses are");
    }
    const unsigned bits = now().type->scalar.bit_size;
    const unsigned from_bits = from.def->bit_size;
    if (bits == from_bits) {
        values_.define(values_.made(*now().type, from.def));
        return;
    }
    if (bits * now().type->components() != from_bits * from.def->num_components || bits == 1 ||
        from_bits == 1) {
        malformed("its type has another number of bits");
    }
    // Narrower components one after the other make the wider ones, the lowest first.
    std::vector<nir::Operand> parts;
    const unsigned ratio = std::max(bits, from_bits) / std::min(bits, from_bits);
    if (bits > from_bits) {
        for (unsigned c = 0; c < now().type->components(); ++c) {
            parts.emplace_back(joined(from.def, c * ratio, bits));
        }
    } else {
        for (unsigned c = 0; c < from.def->num_components; ++c) {
            append_parts(nir::channel(from.def, c), bits, parts);
        }
    }
    values_.define(values_.made(*now().type, b().vec(parts)));
}

// The components of `narrow` from `first` on, as many as make `bits`.
nir::SsaDef* Arithmetic::joined(SsaDef* narrow, unsigned first, unsigned bits) {
    const unsigned width = narrow->bit_size;
    if (const std::optional<Packing> opcode = packing(bits, width)) {
        std::vector<nir::Operand> group;
        for (unsigned i = 0; i < bits / width; ++i) {
            group.push_back(nir::channel(narrow, first + i));
        }
        return b().alu(opcode->pack, {b().vec(group)});
    }
    SsaDef* all = nullptr;
    for (unsigned i = 0; i < bits / width; ++i) {
        SsaDef* part = widths_.as_width(b().whole(nir::channel(narrow, first + i)), bits, false);
        part = i == 0 ? part : b().alu(nir::Opcode::ishl, {part, b().imm_int(i * width)});
        all = i == 0 ? part : b().alu(nir::Opcode::ior, {all, part});
    }
    return all;
}

// The parts of `bits` that a number has.
void Arithmetic::append_parts(const nir::Operand& wide, unsigned bits,
                              std::vector<nir::Operand>& parts) {
    const unsigned width = wide.value->bit_size;
    if (const std::optional<Packing> opcode = packing(width, bits)) {
        SsaDef* narrower = b().alu(opcode->unpack, {wide});
        for (unsigned i = 0; i < width / bits; ++i) {
            parts.push_back(nir::channel(narrower, i));
        }
        return;
    }
    for (unsigned i = 0; i < width / bits; ++i) {
        SsaDef* shifted = b().whole(wide);
        if (i != 0) {
            shifted = b().alu(nir::Opcode::ushr, {shifted, b().imm_int(i * bits)});
        }
        parts.emplace_back(widths_.as_width(shifted, bits, false));
    }
}

void Arithmetic::translate_select() {
    SsaDef* condition = values_.operand_def(0);
    if (condition->bit_size != 1) {
        malformed("its condition is not a boolean");
    }
    const Value& no = values_.operand(2);
    const Value& chosen = values_.select(condition, values_.operand(1), no);
    if (chosen.type != now().type) {
        malformed("its values are not of its type");
    }
    values_.define(chosen);
}

void Arithmetic::translate_carry() {
    unsigned width = 0;
    SsaDef* x = formula_source(ValueType::uint_value, word(0), width);
    SsaDef* y = formula_source(ValueType::uint_value, word(1), width);
    const auto opcode = static_cast<nir::Opcode>(now().info->fact);
    SsaDef* low = opcode == nir::Opcode::uadd_carry ? b().iadd(x, y) : b().isub(x, y);
    values_.define_pair(low, b().alu(opcode, {x, y}));
}

void Arithmetic::translate_mul_extended() {
    unsigned width = 0;
    SsaDef* x = formula_source(ValueType::uint_value, word(0), width);
    SsaDef* y = formula_source(ValueType::uint_value, word(1), width);
    SsaDef* high = b().alu(static_cast<nir::Opcode>(now().info->fact), {x, y});
    values_.define_pair(b().imul(x, y), high);
}

void Arithmetic::translate_bit_count() {
    unsigned width = 0;
    SsaDef* count =
        nir::Builder(b()).bit_count(formula_source(ValueType::uint_value, word(0), width));
    values_.define(widths_.as_width(count, now().type->scalar.bit_size, false));
}

void Arithmetic::translate_pack() {
    const auto opcode = static_cast<nir::Opcode>(now().info->fact);
    const nir::OpcodeInfo& info = nir::opcode_info(opcode);
    SsaDef* given = values_.operand_def(0);
    const unsigned bits = info.source_types[0].bit_size;
    if (given->num_components != std::max<unsigned>(1, info.source_components[0]) ||
        (bits != 0 && given->bit_size != bits)) {
        malformed("its operand has another number of components or bits");
    }
    values_.define(b().alu(opcode, {given}));
}

void Arithmetic::translate_unpack_halves() {
    SsaDef* word = values_.operand_def(0);
    if (word->num_components != 1 || word->bit_size != 32) {
        malformed("its operand has another number of components or bits");
    }
    const auto opcode = static_cast<nir::Opcode>(now().info->fact);
    SsaDef* low = b().alu(opcode, {word});
    SsaDef* high = b().alu(opcode, {b().alu(nir::Opcode::ushr, {word, b().imm_int(16)})});
    values_.define(b().vec({nir::channel(low, 0), nir::channel(high, 0)}));
}

void Arithmetic::translate_truths() {
    SsaDef* given = values_.operand_def(0);
    if (given->bit_size != 1) {
        malformed("its operand holds no truths");
    }
    SsaDef* all = b().whole(nir::channel(given, 0));
    for (unsigned c = 1; c < given->num_components; ++c) {
        all = b().alu(static_cast<nir::Opcode>(now().info->fact), {all, nir::channel(given, c)});
    }
    values_.define(all);
}

} // namespace jacquard::spirv
