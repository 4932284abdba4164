#include <jacquard/passes/algebraic.h>
#include <jacquard/passes/rewrite_alu.h>

#include <optional>

namespace jacquard::nir {

namespace {

// The bits of an operand all of whose components are one constant, cut to its width.
std::optional<std::uint64_t> constant_bits(const Operand& operand) {
    const std::span<const ConstantValue> values = constant_components(*operand.value);
    if (values.empty()) {
        return std::nullopt;
    }
    const unsigned width = operand.value->bit_size;
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    const std::uint64_t bits = values[operand.swizzle[0]].u64 & mask;
    for (unsigned i = 1; i < operand.num_components; ++i) {
        if ((values[operand.swizzle[i]].u64 & mask) != bits) {
            return std::nullopt;
        }
    }
    return bits;
}

bool is_integer(const Operand& operand, std::int64_t value) {
    const unsigned width = operand.value->bit_size;
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    const std::optional<std::uint64_t> bits = constant_bits(operand);
    return bits && *bits == (static_cast<std::uint64_t>(value) & mask);
}

// `value` is one that every width holds.
bool is_float(const Operand& operand, double value) {
    const std::span<const ConstantValue> values = constant_components(*operand.value);
    if (values.empty() || !constant_bits(operand)) {
        return false;
    }
    ConstantValue expected;
    switch (operand.value->bit_size) {
    case 32:
        expected.f32 = static_cast<float>(value);
        return constant_bits(operand) == expected.u32;
    case 64: expected.f64 = value; return constant_bits(operand) == expected.u64;
    default: return false;
    }
}

bool is_same(const Operand& a, const Operand& b) {
    if (a.value != b.value || a.num_components != b.num_components) {
        return false;
    }
    for (unsigned i = 0; i < a.num_components; ++i) {
        if (a.swizzle[i] != b.swizzle[i]) {
            return false;
        }
    }
    return true;
}

// Source 0 of the instruction that makes `operand`, when its opcode is `opcode`, read through the
// swizzle of `operand`.
std::optional<Operand> source_of(const Operand& operand, Opcode opcode) {
    const auto* alu = operand.value->instruction->as<AluInstruction>();
    if (alu == nullptr || alu->opcode != opcode) {
        return std::nullopt;
    }
    const Operand inner = operand_of(*alu, 0);
    Operand result;
    result.value = inner.value;
    result.num_components = operand.num_components;
    for (unsigned i = 0; i < operand.num_components; ++i) {
        result.swizzle[i] = inner.swizzle[operand.swizzle[i]];
    }
    return result;
}

// The truth value that was turned into a number, 0 for false.
std::optional<Operand> truth_of(const Operand& operand) {
    if (const std::optional<Operand> negated = source_of(operand, Opcode::ineg)) {
        return source_of(*negated, Opcode::b2i32);
    }
    if (const std::optional<Operand> truth = source_of(operand, Opcode::b2i32)) {
        return truth;
    }
    return source_of(operand, Opcode::b2f32);
}

struct Match {
    Builder& b;
    const AluInstruction& alu;

    // Where one of the two sources fulfils `is_neutral`, the other one is the result.
    template <typename Predicate>
    SsaDef* other_than(Predicate&& is_neutral) const {
        const Operand x = operand_of(alu, 0);
        const Operand y = operand_of(alu, 1);
        return is_neutral(y) ? b.whole(x) : is_neutral(x) ? b.whole(y) : nullptr;
    }

    // Where a source fulfils `absorbs`, it is the result.
    template <typename Predicate>
    SsaDef* absorbing(Predicate&& absorbs) const {
        const Operand x = operand_of(alu, 0);
        const Operand y = operand_of(alu, 1);
        return absorbs(y) ? b.whole(y) : absorbs(x) ? b.whole(x) : nullptr;
    }

    SsaDef* inverse(Opcode opcode) const {
        const std::optional<Operand> inner = source_of(operand_of(alu, 0), opcode);
        return inner ? b.whole(*inner) : nullptr;
    }
};

bool is_zero(const Operand& operand) {
    return is_integer(operand, 0);
}
bool is_one(const Operand& operand) {
    return is_integer(operand, 1);
}
bool is_all_ones(const Operand& operand) {
    return is_integer(operand, -1);
}
bool is_float_one(const Operand& operand) {
    return is_float(operand, 1.0);
}

SsaDef* simplify_sum(const Match& match) {
    // -0.0 changes no number; 0.0 changes -0.0.
    const bool exact = match.alu.exact;
    return match.other_than([exact](const Operand& operand) {
        return is_float(operand, -0.0) || (!exact && is_float(operand, 0.0));
    });
}

SsaDef* simplify_magnitude(const Match& match) {
    const Operand x = operand_of(match.alu, 0);
    if (source_of(x, Opcode::fabs)) {
        return match.b.whole(x);
    }
    const std::optional<Operand> negated = source_of(x, Opcode::fneg);
    return negated ? match.b.fabs(*negated) : nullptr;
}

SsaDef* simplify_and(const Match& match) {
    SsaDef* result = match.other_than(is_all_ones);
    return result != nullptr ? result : match.absorbing(is_zero);
}

SsaDef* simplify_or(const Match& match) {
    SsaDef* result = match.other_than(is_zero);
    return result != nullptr ? result : match.absorbing(is_all_ones);
}

SsaDef* simplify_product(const Match& match) {
    SsaDef* result = match.other_than(is_one);
    return result != nullptr ? result : match.absorbing(is_zero);
}

// A comparison of a truth value made a number with 0. The 0 may have either sign as a float.
SsaDef* simplify_comparison_with_zero(const Match& match, bool equal, bool is_float_comparison) {
    const Operand x = operand_of(match.alu, 0);
    const Operand y = operand_of(match.alu, 1);
    const bool compares_with_zero =
        is_zero(y) || (is_float_comparison && y.value->bit_size == 32 && is_float(y, -0.0));
    const std::optional<Operand> truth = truth_of(x);
    if (!compares_with_zero || !truth) {
        return nullptr;
    }
    // -1 and 1 are NaN and a denormal number as floats; only 1.0 and 0.0 compare as numbers.
    if (is_float_comparison != source_of(x, Opcode::b2f32).has_value()) {
        return nullptr;
    }
    return equal ? match.b.inot(*truth) : match.b.whole(*truth);
}

SsaDef* simplify_select(const Match& match) {
    const Operand condition = operand_of(match.alu, 0);
    const Operand x = operand_of(match.alu, 1);
    const Operand y = operand_of(match.alu, 2);
    if (is_same(x, y)) {
        return match.b.whole(x);
    }
    if (const std::optional<Operand> opposite = source_of(condition, Opcode::inot)) {
        return match.b.bcsel(*opposite, y, x);
    }
    return nullptr;
}

SsaDef* simplify(const Match& match) {
    switch (match.alu.opcode) {
    case Opcode::fadd: return simplify_sum(match);
    case Opcode::fmul: return match.other_than(is_float_one);
    case Opcode::fneg: return match.inverse(Opcode::fneg);
    case Opcode::fabs: return simplify_magnitude(match);
    case Opcode::iadd:
    case Opcode::ixor: return match.other_than(is_zero);
    case Opcode::imul: return simplify_product(match);
    case Opcode::iand: return simplify_and(match);
    case Opcode::ior: return simplify_or(match);
    case Opcode::inot: return match.inverse(Opcode::inot);
    case Opcode::ineg: return match.inverse(Opcode::ineg);
    case Opcode::ine: return simplify_comparison_with_zero(match, false, false);
    case Opcode::ieq: return simplify_comparison_with_zero(match, true, false);
    case Opcode::fneu: return simplify_comparison_with_zero(match, false, true);
    case Opcode::feq: return simplify_comparison_with_zero(match, true, true);
    case Opcode::ishl:
    case Opcode::ishr:
    case Opcode::ushr:
        return is_zero(operand_of(match.alu, 1)) ? match.b.whole(operand_of(match.alu, 0))
                                                 : nullptr;
    case Opcode::bcsel: return simplify_select(match);
    default: return nullptr;
    }
}

} // namespace

bool algebraic(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) {
        return simplify(Match{b, alu});
    });
}

} // namespace jacquard::nir
