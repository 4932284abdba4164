#include <jacquard/passes/lower_ldexp.h>
#include <jacquard/passes/rewrite_alu.h>

#include <limits>

namespace jacquard::nir {

namespace {

constexpr int kExponentBias = 127;
constexpr int kMantissaBits = 23;
constexpr double kSmallestNormal = 0x1p-126;

// 2^n as a float, for n from -126 to 127: n goes into the exponent field.
SsaDef* power_of_two(Builder& b, SsaDef* n) {
    return b.ishl(b.iadd(n, b.imm_int(kExponentBias)), b.imm_int(kMantissaBits));
}

// An exponent past ±252 gives what ±252 gives: the largest number overflows, the smallest vanishes,
// unless the source is denormal; there 2^252 reaches up to 2^126 and 2^(252+23) is past the range
// as well, so three factors of at most 2^126 cover every case.
SsaDef* lower(Builder& b, const Operand& x, const Operand& exponent) {
    SsaDef* n = b.imax(b.imin(exponent, b.imm_int(3 * 126)), b.imm_int(-3 * 126));
    SsaDef* limit = b.imm_int(126);
    SsaDef* negative_limit = b.imm_int(-126);
    SsaDef* first = b.imax(b.imin(n, limit), negative_limit);
    SsaDef* rest = b.iadd(n, b.ineg(first));
    SsaDef* second = b.imax(b.imin(rest, limit), negative_limit);
    SsaDef* third = b.iadd(rest, b.ineg(second));
    SsaDef* scaled = b.fmul(x, power_of_two(b, first));
    scaled = b.fmul(scaled, power_of_two(b, second));
    scaled = b.fmul(scaled, power_of_two(b, third));

    // Only an infinity or NaN that was there before may stay.
    SsaDef* infinity = b.imm_float(std::numeric_limits<double>::infinity());
    SsaDef* magnitude = b.fabs(scaled);
    SsaDef* is_normal =
        b.iand(b.fge(magnitude, b.imm_float(kSmallestNormal)), b.flt(magnitude, infinity));
    SsaDef* vanishes = b.iand(b.inot(is_normal), b.flt(b.fabs(x), infinity));
    SsaDef* signed_zero = b.iand(x, b.imm_bits(0x80000000, 32));
    return b.bcsel(vanishes, signed_zero, scaled);
}

} // namespace

bool lower_ldexp(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        if (alu.opcode != Opcode::ldexp || alu.value.bit_size != 32) {
            return nullptr;
        }
        return lower(b, operand_of(alu, 0), operand_of(alu, 1));
    });
}

} // namespace jacquard::nir
