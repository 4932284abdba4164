#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/spirv/translate/kernels/kernel_arithmetic.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <bit>
#include <cstdint>
#include <vector>

// Arithmetic of kernels.
namespace jacquard::spirv {

nir::SsaDef* KernelArithmetic::vector_operand(std::size_t i) {
    SsaDef* given = values_.operand_def(i);
    if (given->bit_size == 1) {
        malformed('%' + std::to_string(word(i)) + " is no number");
    }
    return given;
}

// The result has the bits of the second operand where those of the third are 1.
void KernelArithmetic::translate_select_bits() {
    SsaDef* no = vector_operand(0);
    SsaDef* yes = vector_operand(1);
    SsaDef* mask = vector_operand(2);
    if (no->bit_size != yes->bit_size || no->bit_size != mask->bit_size) {
        malformed("its operands are not as wide as one another");
    }
    SsaDef* chosen = b().iand(yes, mask);
    values_.define(b().ior(b().iand(no, b().inot(mask)), chosen));
}

void KernelArithmetic::translate_select_signs() {
    SsaDef* mask = vector_operand(2);
    SsaDef* zero = b().imm_bits(0, mask->bit_size);
    SsaDef* is_second = mask->num_components == 1 ? b().ine(mask, zero) : b().ilt(mask, zero);
    const Value& first = values_.operand(0);
    const Value& second = values_.operand(1);
    const Value& chosen = values_.select(is_second, second, first);
    if (chosen.type != now().type) {
        malformed("its values are not of its type");
    }
    values_.define(chosen);
}

// One or two vectors, and behind them which component each of the result is: as many low bits of it
// count as tell them all apart.
void KernelArithmetic::translate_shuffle() {
    std::vector<nir::Operand> components;
    const std::size_t num_vectors = now().words.size() - 1;
    for (std::size_t i = 0; i < num_vectors; ++i) {
        SsaDef* given = vector_operand(i);
        for (unsigned c = 0; c < given->num_components; ++c) {
            components.push_back(nir::channel(given, c));
        }
    }
    SsaDef* mask = vector_operand(num_vectors);
    SsaDef* places =
        b().iand(mask, b().imm_bits(std::bit_ceil(components.size()) - 1, mask->bit_size));
    std::vector<nir::Operand> made;
    for (unsigned c = 0; c < mask->num_components; ++c) {
        SsaDef* chosen = b().whole(components[0]);
        for (std::size_t k = 1; k < components.size(); ++k) {
            SsaDef* number = b().imm_bits(k, mask->bit_size);
            SsaDef* is_it = b().ieq(b().whole(nir::channel(places, c)), number);
            chosen = b().bcsel(is_it, b().whole(components[k]), chosen);
        }
        made.emplace_back(chosen);
    }
    values_.define(b().vec(made));
}

void KernelArithmetic::translate_upsample() {
    SsaDef* high = vector_operand(0);
    SsaDef* low = vector_operand(1);
    const unsigned bits = now().type != nullptr ? now().type->scalar.bit_size : 0;
    if (high->bit_size != low->bit_size || bits != 2U * high->bit_size) {
        malformed("its type is not twice as wide as its operands");
    }
    const unsigned narrow = high->bit_size;
    SsaDef* wide_low = widths_.as_width(low, bits, false);
    SsaDef* wide_high = widths_.as_width(high, bits, false);
    wide_high = b().alu(nir::Opcode::ishl, {wide_high, b().imm_int(narrow)});
    values_.define(b().ior(wide_high, wide_low));
}

// An integer as the nearest of another width: signed to unsigned, or the other way round.
void KernelArithmetic::translate_saturated() {
    SsaDef* x = vector_operand(0);
    if (now().type == nullptr || !now().type->is_vector_or_scalar()) {
        malformed("its type is not a scalar or vector");
    }
    const unsigned bits = now().type->scalar.bit_size;
    const bool is_from_signed = static_cast<Conversion>(now().info->fact) == Conversion::i2i;
    nir::Builder at(b());
    if (is_from_signed) {
        x = at.imax(x, at.imm_int(0, x->bit_size));
        if (bits < x->bit_size) {
            x = at.umin(x, b().imm_bits((std::uint64_t{1} << bits) - 1, x->bit_size));
        }
    } else if (bits <= x->bit_size) {
        x = at.umin(x, b().imm_bits((std::uint64_t{1} << (bits - 1)) - 1, x->bit_size));
    }
    values_.define(widths_.as_width(x, bits, is_from_signed));
}

} // namespace jacquard::spirv
