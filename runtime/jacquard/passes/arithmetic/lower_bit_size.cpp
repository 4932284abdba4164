#include <jacquard/generated/passes/lower_bit_size.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>
#include <jacquard/passes/util/int_widths.h>
#include <jacquard/passes/util/rewrite_alu.h>

#include <array>

namespace jacquard::nir {

namespace {

// Returns the type of the operands without a width of their own. Booleans may have any width.
BaseType unsized_type(const OpcodeInfo& info) {
    return info.width_source < 0
               ? BaseType::bool_type
               : info.source_types[static_cast<std::size_t>(info.width_source)].base;
}

// Between widths of one kind of number, which is what narrow values are made and left by.
bool is_resize(const OpcodeInfo& info) {
    return info.is_conversion && info.source_types[0].base == info.output_type.base;
}

SsaDef* extend(CoreBuilder& b, BaseType type, const Operand& value, unsigned bit_size) {
    switch (type) {
    case BaseType::int_type: return sign_extend(b, value, bit_size);
    case BaseType::uint_type: return zero_extend(b, value, bit_size);
    case BaseType::float_type: return resized(b, value, type, 32);
    case BaseType::bool_type: break;
    }
    return b.whole(value);
}

// Through 32 bits; floats clamp to the range of the narrow integer.
SsaDef* convert_through_words(CoreBuilder& b, const AluInstruction& alu) {
    const BaseType from = alu.info().source_types[0].base;
    const bool is_signed = alu.info().output_type.base == BaseType::int_type;
    const unsigned narrow = alu.value.bit_size;
    SsaDef* word = converted(b, operand_of(alu, 0), from, alu.info().output_type.base, 32);
    if (from == BaseType::bool_type) {
        return zero_extend(b, word, narrow);
    }
    const std::uint64_t largest = mask_of_bits(narrow);
    if (!is_signed) {
        return zero_extend(b, b.umin(word, b.imm_bits(largest, 32)), narrow);
    }
    const auto limit = static_cast<std::int64_t>(largest >> 1);
    SsaDef* from_below = b.imax(word, b.imm_int(-limit - 1));
    return sign_extend(b, b.imin(from_below, b.imm_int(limit)), narrow);
}

// Conversions that name a narrow width themselves.
SsaDef* convert(CoreBuilder& b, const AluInstruction& alu, unsigned int_bits) {
    const OpcodeInfo& info = alu.info();
    const bool makes_integer =
        info.output_type.base == BaseType::int_type || info.output_type.base == BaseType::uint_type;
    if (!info.is_conversion || !makes_integer || is_int_to_int(info) ||
        alu.value.bit_size >= int_bits || alu.value.bit_size == 1) {
        return nullptr;
    }
    return convert_through_words(b, alu);
}

SsaDef* widen(CoreBuilder& b, AluInstruction& alu, unsigned bit_size) {
    const OpcodeInfo& info = alu.info();
    if (info.is_width_dependent) {
        return lowered(b, alu, LoweringGroup::narrow_integers);
    }
    std::array<Operand, kMaxComponents> operands;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const AluType type = info.source_types[i];
        const Operand source = operand_of(alu, i);
        operands[i] = type.bit_size != 0 ? source : Operand(extend(b, type.base, source, bit_size));
    }
    const unsigned narrow = alu.unsized_bit_size();
    if (info.is_wrapping_count) {
        operands[1] = b.iand(operands[1], b.imm_int(narrow - 1));
    }
    const bool is_sized = info.output_type.bit_size != 0;
    SsaDef* result = b.alu(alu.opcode, std::span<const Operand>(operands.data(), alu.num_sources),
                           alu.value.num_components, is_sized ? alu.value.bit_size : bit_size);
    if (is_sized) {
        return result;
    }
    return info.output_type.base == BaseType::float_type ? b.f2f16(result)
                                                         : zero_extend(b, result, narrow);
}

unsigned wanted_width(const AluInstruction& alu, const LowerBitSizeOptions& options) {
    if (options.bit_size != nullptr) {
        return options.bit_size(alu, options.callback_data);
    }
    return unsized_type(alu.info()) == BaseType::float_type ? options.float_bits : options.int_bits;
}

} // namespace

bool lower_bit_size(Shader& shader, const LowerBitSizeOptions& options) {
    return rewrite_alu(shader, [&](CoreBuilder& b, AluInstruction& alu) -> SsaDef* {
        const OpcodeInfo& info = alu.info();
        if (SsaDef* converted = convert(b, alu, options.int_bits)) {
            return converted;
        }
        const unsigned narrow = alu.unsized_bit_size();
        if (info.is_copy || info.is_selection || is_resize(info) || is_int_to_int(info) ||
            unsized_type(info) == BaseType::bool_type || narrow == 1) {
            return nullptr;
        }
        // Half floats only become single floats.
        const unsigned wanted = wanted_width(alu, options);
        const bool is_float = unsized_type(info) == BaseType::float_type;
        const bool widens = is_float ? narrow == 16 && wanted == 32 : wanted > narrow;
        return widens && wanted <= 32 ? widen(b, alu, wanted) : nullptr;
    });
}

} // namespace jacquard::nir
