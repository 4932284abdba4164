#include <jacquard/passes/lower_pow.h>
#include <jacquard/passes/rewrite_alu.h>

#include <cmath>
#include <limits>
#include <optional>

namespace jacquard::nir {

namespace {

std::optional<double> constant_float(const Operand& operand, unsigned component) {
    const std::span<const ConstantValue> values = constant_components(*operand.value);
    if (values.empty()) {
        return std::nullopt;
    }
    const ConstantValue value = values[operand.swizzle[component]];
    switch (operand.value->bit_size) {
    case 32: return value.f32;
    case 64: return value.f64;
    default: return std::nullopt;
    }
}

bool is_constant_at_least_zero(const Operand& operand) {
    for (unsigned i = 0; i < operand.num_components; ++i) {
        const std::optional<double> value = constant_float(operand, i);
        if (!value || !(*value >= 0.0)) {
            return false;
        }
    }
    return true;
}

bool is_never_negative(const Operand& operand) {
    const auto* alu = operand.value->instruction->as<AluInstruction>();
    if (alu == nullptr) {
        return is_constant_at_least_zero(operand);
    }
    switch (alu->opcode) {
    case Opcode::fabs:
    case Opcode::fsat:
    case Opcode::fexp2:
    case Opcode::fsqrt:
    case Opcode::frsq: return true;
    case Opcode::fmax:
        return is_constant_at_least_zero(operand_of(*alu, 0)) ||
               is_constant_at_least_zero(operand_of(*alu, 1));
    default: return false;
    }
}

// What is known of an exponent, over all components.
struct Exponent {
    bool may_be_zero = true;
    bool may_be_integer = true;
};

Exponent exponent_of(const Operand& operand) {
    Exponent known{false, false};
    for (unsigned i = 0; i < operand.num_components; ++i) {
        const std::optional<double> value = constant_float(operand, i);
        known.may_be_zero |= !value || *value == 0.0;
        known.may_be_integer |= !value || std::floor(*value) == *value;
    }
    return known;
}

SsaDef* lower(Builder& b, const Operand& x, const Operand& y) {
    const unsigned bit_size = x.value->bit_size;
    const Exponent exponent = exponent_of(y);
    const bool may_be_negative = !is_never_negative(x);

    SsaDef* magnitude = may_be_negative ? b.fabs(x) : b.whole(x);
    SsaDef* result = b.fexp2(b.fmul(b.flog2(magnitude), y));
    if (may_be_negative) {
        SsaDef* negative_result = b.imm_float(std::numeric_limits<double>::quiet_NaN(), bit_size);
        if (exponent.may_be_integer) {
            SsaDef* half = b.fmul(y, b.imm_float(0.5, bit_size));
            SsaDef* is_even = b.feq(b.ffloor(half), half);
            SsaDef* is_integer = b.feq(b.ffloor(y), y);
            // Half of the least number there is is 0, and so looks like an integer.
            negative_result =
                b.bcsel(is_integer, b.bcsel(is_even, result, b.fneg(result)), negative_result);
        }
        result = b.bcsel(b.flt(x, b.imm_float(0.0, bit_size)), negative_result, result);
    }
    if (exponent.may_be_zero) {
        result = b.bcsel(b.feq(y, b.imm_float(0.0, bit_size)), b.imm_float(1.0, bit_size), result);
    }
    return result;
}

} // namespace

bool lower_pow(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        if (alu.opcode != Opcode::fpow) {
            return nullptr;
        }
        return lower(b, operand_of(alu, 0), operand_of(alu, 1));
    });
}

} // namespace jacquard::nir
