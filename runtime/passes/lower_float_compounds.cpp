#include <jacquard/passes/boolean_forms.h>
#include <jacquard/passes/int_widths.h>
#include <jacquard/passes/lower_float_compounds.h>
#include <jacquard/passes/rewrite_alu.h>

#include <limits>

namespace jacquard::nir {

namespace {

using Options = LowerFloatCompoundsOptions;

constexpr double kPi = 3.141592653589793;
constexpr double kSmallestNormalHalf = 0x1p-14;

// An instruction being lowered, with what the steps need of it.
struct Compound {
    Builder& b;
    const AluInstruction& alu;
    unsigned bits; // of what is computed

    Compound(Builder& builder, const AluInstruction& instruction)
        : b(builder), alu(instruction), bits(instruction.unsized_bit_size()) {}

    [[nodiscard]] Operand x() const { return operand_of(alu, 0); }
    [[nodiscard]] Operand y() const { return operand_of(alu, 1); }
    [[nodiscard]] Operand z() const { return operand_of(alu, 2); }
    [[nodiscard]] SsaDef* number(double value) const { return b.imm_float(value, bits); }
    [[nodiscard]] SsaDef* truth(SsaDef* value) const {
        return widen_bool(b, value, alu.value.bit_size);
    }
    [[nodiscard]] SsaDef* chosen(SsaDef* condition) const {
        return b.bcsel(condition, number(1.0), number(0.0));
    }

    [[nodiscard]] SsaDef* clamp(double least, double largest) const {
        return b.fmin(b.fmax(x(), number(least)), number(largest));
    }
    // Zeros keep their sign, and a NaN gives 0.
    [[nodiscard]] SsaDef* sign() const {
        SsaDef* zero = number(0.0);
        SsaDef* neither = b.bcsel(b.feq(x(), zero), x(), zero);
        SsaDef* below = b.bcsel(b.flt(x(), zero), number(-1.0), neither);
        return b.bcsel(b.flt(zero, x()), number(1.0), below);
    }
    [[nodiscard]] SsaDef* interpolate() const {
        SsaDef* rest = b.fsub(number(1.0), z());
        return b.fadd(b.fmul(x(), rest), b.fmul(y(), z()));
    }
    [[nodiscard]] SsaDef* is_number(const Operand& value) const { return b.feq(value, value); }
    [[nodiscard]] SsaDef* are_numbers() const { return b.iand(is_number(x()), is_number(y())); }
    [[nodiscard]] SsaDef* is_finite() const {
        return b.flt(b.fabs(x()), number(std::numeric_limits<double>::infinity()));
    }
    // A half float is looked at in single precision, where its denormals are normal.
    [[nodiscard]] SsaDef* is_normal() const {
        const double least = bits == 64 ? 0x1p-1022 : 0x1p-126;
        SsaDef* magnitude = bits == 16 ? b.fabs(b.f2f32(x())) : b.fabs(x());
        SsaDef* is_large = b.fge(magnitude, b.imm_float(least, magnitude->bit_size));
        return b.iand(is_large, is_finite());
    }
    [[nodiscard]] SsaDef* where_not_zero(SsaDef* product) const {
        SsaDef* zero = number(0.0);
        SsaDef* has_zero = b.ior(b.feq(x(), zero), b.feq(y(), zero));
        return b.bcsel(has_zero, zero, product);
    }
    // The angle in radians, rounded once.
    [[nodiscard]] SsaDef* radians() const { return b.fmul(x(), number(kPi)); }
    [[nodiscard]] SsaDef* quantise() const {
        SsaDef* rounded = b.f2f32(b.f2f16(x()));
        SsaDef* result = bits == 16 ? b.f2f16(rounded) : rounded;
        SsaDef* is_tiny = b.flt(b.fabs(x()), number(kSmallestNormalHalf));
        return b.bcsel(is_tiny, b.fmul(x(), number(0.0)), result);
    }
};

SsaDef* lower_comparison(const Compound& c, Opcode opcode) {
    Builder& b = c.b;
    switch (opcode) {
    case Opcode::fltu: return b.inot(b.fge(c.x(), c.y()));
    case Opcode::fgeu: return b.inot(b.flt(c.x(), c.y()));
    case Opcode::fequ: return b.ior(b.feq(c.x(), c.y()), b.inot(c.are_numbers()));
    case Opcode::fneo: return b.iand(b.fneu(c.x(), c.y()), c.are_numbers());
    case Opcode::ford: return c.are_numbers();
    case Opcode::funord: return b.inot(c.are_numbers());
    default: return nullptr;
    }
}

SsaDef* lower_set(const Compound& c) {
    Builder& b = c.b;
    switch (c.alu.opcode) {
    case Opcode::slt: return c.chosen(b.flt(c.x(), c.y()));
    case Opcode::sge: return c.chosen(b.fge(c.x(), c.y()));
    case Opcode::seq: return c.chosen(b.feq(c.x(), c.y()));
    case Opcode::sne: return c.chosen(b.fneu(c.x(), c.y()));
    default: return nullptr;
    }
}

SsaDef* lower_number(const Compound& c, const Options& options) {
    Builder& b = c.b;
    switch (c.alu.opcode) {
    case Opcode::fsat: return options.clamps ? c.clamp(0.0, 1.0) : nullptr;
    case Opcode::fsat_signed: return options.clamps ? c.clamp(-1.0, 1.0) : nullptr;
    case Opcode::fclamp_pos: return options.clamps ? b.fmax(c.x(), c.number(0.0)) : nullptr;
    case Opcode::fsign: return options.signs ? c.sign() : nullptr;
    case Opcode::ffract: return options.fractions ? b.fsub(c.x(), b.ffloor(c.x())) : nullptr;
    case Opcode::fceil: return options.fractions ? b.fneg(b.ffloor(b.fneg(c.x()))) : nullptr;
    case Opcode::flrp: return options.interpolation ? c.interpolate() : nullptr;
    case Opcode::fmulz:
        return options.zero_products ? c.where_not_zero(b.fmul(c.x(), c.y())) : nullptr;
    // What a zero would give is asked first: adding z to a zero leaves it but for its sign.
    case Opcode::ffmaz: {
        if (!options.zero_products) {
            return nullptr;
        }
        SsaDef* zero = c.number(0.0);
        SsaDef* has_zero = b.ior(b.feq(c.x(), zero), b.feq(c.y(), zero));
        return b.bcsel(has_zero, b.fadd(zero, c.z()), b.ffma(c.x(), c.y(), c.z()));
    }
    default: return nullptr;
    }
}

SsaDef* lower(Builder& b, const AluInstruction& alu, const Options& options) {
    const Compound c(b, alu);
    const Opcode opcode = with_boolean_width(alu.opcode, 1);
    if (options.orders) {
        if (SsaDef* truth = lower_comparison(c, opcode)) {
            return c.truth(truth);
        }
    }
    if (options.kinds && opcode == Opcode::fisfinite) {
        return c.truth(c.is_finite());
    }
    if (options.kinds && opcode == Opcode::fisnormal) {
        return c.truth(c.is_normal());
    }
    if (options.sets) {
        if (SsaDef* value = lower_set(c)) {
            return value;
        }
    }
    if (c.bits == 32 && options.half_turns && alu.opcode == Opcode::fsin_mdg) {
        return b.fsin(c.radians());
    }
    if (c.bits == 32 && options.half_turns && alu.opcode == Opcode::fcos_mdg) {
        return b.fcos(c.radians());
    }
    if (c.bits != 64 && options.quantisation && alu.opcode == Opcode::fquantize2f16) {
        return c.quantise();
    }
    return lower_number(c, options);
}

} // namespace

bool lower_float_compounds(Shader& shader, const LowerFloatCompoundsOptions& options) {
    return rewrite_alu(shader,
                       [&](Builder& b, AluInstruction& alu) { return lower(b, alu, options); });
}

} // namespace jacquard::nir
