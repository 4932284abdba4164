// Computes with truth values where a shader computes with masks and numbers made of them.
//
// Before: ALU instructions have one component. A comparison may have been widened to all ones, or
// to 1.0, and combined with others by bitwise and float operations, as sources without truth values
// do. After: combinations of masks are combinations of truth values, a mask laid over a number is a
// select, and asking such a number for its sign asks for the truth. Every bit of what is computed
// stays, so exact instructions take part.

#include <jacquard/ir3/simplify_truth.h>
#include <jacquard/passes/rewrite_alu.h>

#include <bit>
#include <optional>

namespace jacquard::ir3 {

namespace {

using nir::AluInstruction;
using nir::Builder;
using nir::Opcode;
using nir::Operand;
using nir::SsaDef;

constexpr std::uint32_t kOne = 0x3f800000;

// The scalar instruction that makes an operand when it has this opcode.
const AluInstruction* maker(const Operand& operand, Opcode opcode) {
    const auto* alu = operand.value->instruction->as<AluInstruction>();
    return alu != nullptr && alu->opcode == opcode && alu->value.num_components == 1 ? alu
                                                                                     : nullptr;
}

std::optional<Operand> source_of(const Operand& operand, Opcode opcode, unsigned index = 0) {
    const AluInstruction* alu = maker(operand, opcode);
    return alu != nullptr ? std::optional(nir::operand_of(*alu, index)) : std::nullopt;
}

std::optional<std::uint32_t> constant_of(const Operand& operand) {
    const auto values = nir::constant_components(*operand.value);
    if (values.empty() || operand.value->bit_size != 32) {
        return std::nullopt;
    }
    return values[operand.swizzle[0]].u32;
}

bool is_constant(const Operand& operand, std::uint32_t bits) {
    return constant_of(operand) == bits;
}

// The truth value that a mask of all ones or zero stands for.
std::optional<Operand> mask_truth(const Operand& operand) {
    const std::optional<Operand> number = source_of(operand, Opcode::ineg);
    return number ? source_of(*number, Opcode::b2i32) : std::nullopt;
}

SsaDef* make_mask(Builder& b, SsaDef* truth) {
    return b.ineg(b.b2i32(truth));
}

SsaDef* combine(Builder& b, const AluInstruction& alu) {
    const Operand x = nir::operand_of(alu, 0);
    const Operand y = nir::operand_of(alu, 1);
    const std::optional<Operand> truth_x = mask_truth(x);
    const std::optional<Operand> truth_y = mask_truth(y);
    if (truth_x && truth_y) {
        return make_mask(b, b.alu(alu.opcode, {*truth_x, *truth_y}));
    }
    if (!truth_x && !truth_y) {
        return nullptr;
    }
    const Operand& truth = truth_x ? *truth_x : *truth_y;
    const Operand& other = truth_x ? y : x;
    switch (alu.opcode) {
    case Opcode::iand: return b.bcsel(truth, other, b.imm_int(0));
    case Opcode::ior: return b.bcsel(truth, b.imm_int(-1), other);
    default: return nullptr;
    }
}

std::optional<Opcode> opposite(Opcode comparison) {
    switch (comparison) {
    case Opcode::ilt: return Opcode::ige;
    case Opcode::ige: return Opcode::ilt;
    case Opcode::ult: return Opcode::uge;
    case Opcode::uge: return Opcode::ult;
    case Opcode::ieq: return Opcode::ine;
    case Opcode::ine: return Opcode::ieq;
    case Opcode::feq: return Opcode::fneu;
    case Opcode::fneu: return Opcode::feq;
    default: return std::nullopt; // neither holds for a NaN
    }
}

SsaDef* negate(Builder& b, const AluInstruction& alu) {
    const Operand x = nir::operand_of(alu, 0);
    if (const std::optional<Operand> truth = mask_truth(x)) {
        return make_mask(b, b.inot(*truth));
    }
    const auto* compared = x.value->instruction->as<AluInstruction>();
    if (compared == nullptr || alu.value.bit_size != 1) {
        return nullptr;
    }
    const std::optional<Opcode> other = opposite(compared->opcode);
    if (!other || !compared->value.has_one_use()) {
        return nullptr;
    }
    return b.alu(*other, {nir::operand_of(*compared, 0), nir::operand_of(*compared, 1)});
}

SsaDef* select(Builder& b, const AluInstruction& alu) {
    const Operand condition = nir::operand_of(alu, 0);
    const Operand x = nir::operand_of(alu, 1);
    const Operand y = nir::operand_of(alu, 2);
    if (alu.value.bit_size != 32) {
        return nullptr;
    }
    if (is_constant(x, 0xffffffff) && is_constant(y, 0)) {
        return make_mask(b, b.whole(condition));
    }
    if (is_constant(x, 0) && is_constant(y, 0xffffffff)) {
        return make_mask(b, b.inot(condition));
    }
    if (is_constant(x, kOne) && is_constant(y, 0)) {
        return b.b2f32(condition);
    }
    return nullptr;
}

// The truth of "this number is above zero", for a number that is never below.
std::optional<Operand> positive_truth(const Operand& operand) {
    if (const std::optional<Operand> truth = source_of(operand, Opcode::b2f32)) {
        return truth;
    }
    const AluInstruction* chosen = maker(operand, Opcode::bcsel);
    if (chosen == nullptr || !is_constant(nir::operand_of(*chosen, 2), 0)) {
        return std::nullopt;
    }
    const std::optional<std::uint32_t> number = constant_of(nir::operand_of(*chosen, 1));
    if (!number || !(std::bit_cast<float>(*number) > 0.0F)) {
        return std::nullopt;
    }
    return nir::operand_of(*chosen, 0);
}

// x < y where one is zero.
SsaDef* compare(Builder& b, const AluInstruction& alu) {
    const Operand x = nir::operand_of(alu, 0);
    const Operand y = nir::operand_of(alu, 1);
    if (is_constant(y, 0)) {
        const std::optional<Operand> negated = source_of(x, Opcode::fneg);
        const std::optional<Operand> truth = negated ? positive_truth(*negated) : std::nullopt;
        return truth ? b.whole(*truth) : nullptr;
    }
    if (is_constant(x, 0)) {
        const std::optional<Operand> truth = positive_truth(y);
        return truth ? b.whole(*truth) : nullptr;
    }
    return nullptr;
}

// A mask as a number: as many as there are for unsigned ones, -1 for signed ones.
SsaDef* convert(Builder& b, const AluInstruction& alu) {
    const std::optional<Operand> truth = mask_truth(nir::operand_of(alu, 0));
    if (!truth) {
        return nullptr;
    }
    return b.bcsel(*truth, b.imm_float(alu.opcode == Opcode::u2f32 ? 4294967296.0 : -1.0),
                   b.imm_float(0.0));
}

SsaDef* rewrite(Builder& b, const AluInstruction& alu) {
    if (alu.value.num_components != 1) {
        return nullptr;
    }
    switch (alu.opcode) {
    case Opcode::iand:
    case Opcode::ior:
    case Opcode::ixor: return combine(b, alu);
    case Opcode::inot: return negate(b, alu);
    case Opcode::bcsel: return select(b, alu);
    case Opcode::flt: return compare(b, alu);
    case Opcode::u2f32:
    case Opcode::i2f32: return convert(b, alu);
    default: return nullptr;
    }
}

} // namespace

bool simplify_truth(nir::Shader& shader) {
    return nir::rewrite_alu(shader,
                            [](Builder& b, const AluInstruction& alu) { return rewrite(b, alu); });
}

} // namespace jacquard::ir3
