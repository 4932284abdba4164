#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/ir/width_mask.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <limits>

// Numbers of other widths.
namespace jacquard::spirv {

// Widens or narrows what inputs or outputs hold, where words stand for halves.
nir::SsaDef* Widths::in_width(SsaDef* value, nir::AluType wanted) {
    if (value->bit_size == wanted.bit_size) {
        return value;
    }
    const bool is_wide = wanted.bit_size == 32;
    switch (wanted.base) {
    case nir::BaseType::float_type: return is_wide ? b().f2f32(value) : b().f2f16(value);
    case nir::BaseType::int_type: return is_wide ? b().i2i32(value) : b().i2i16(value);
    default: return is_wide ? b().u2u32(value) : b().u2u16(value);
    }
}

// A signed integer as one of 32 bits: the nearest one, where it has more.
nir::SsaDef* Widths::limited(SsaDef* integer) {
    if (integer->bit_size == 64) {
        nir::Builder at(b());
        nir::SsaDef* most = at.imm_int(std::numeric_limits<std::int32_t>::max(), 64);
        nir::SsaDef* least = at.imm_int(std::numeric_limits<std::int32_t>::min(), 64);
        integer = at.imin(at.imax(integer, least), most);
    }
    return as_width(integer, 32, true);
}

nir::SsaDef* Widths::scalar_integer(std::size_t i) {
    SsaDef* given = values_.operand_def(i);
    if (given->num_components != 1 || given->bit_size == 1) {
        malformed('%' + std::to_string(word(i)) + " is not a single integer");
    }
    return as_width(given, 32);
}

nir::SsaDef* Widths::as_width(SsaDef* integer, unsigned bits, bool is_signed) {
    if (integer->bit_size == bits) {
        return integer;
    }
    if (integer->bit_size == 1) {
        malformed("an integer is expected, not a truth");
    }
    return b().alu(*conversion_opcode(is_signed ? Conversion::i2i : Conversion::u2u, bits),
                   {integer});
}

} // namespace jacquard::spirv
