#include <jacquard/passes/lower_trig.h>
#include <jacquard/passes/rewrite_alu.h>

namespace jacquard::nir {

namespace {

constexpr double kTurn = 6.283185307179586;

// A turn in three parts. The first two have so few bits that their products with whole numbers of
// turns up to 2^15 are exact floats, and so are the differences, since they cancel.
constexpr double kFirstPart = 6.28125;
constexpr double kSecondPart = 0x1.fbp-10;
constexpr double kThirdPart = kTurn - kFirstPart - kSecondPart;

SsaDef* less_turns(Builder& b, SsaDef* angle, SsaDef* turns, double part) {
    return b.fsub(angle, b.fmul(turns, b.imm_float(part)));
}

SsaDef* reduced(Builder& b, const Operand& angle) {
    SsaDef* turns = b.fround_even(b.fmul(angle, b.imm_float(1.0 / kTurn)));
    SsaDef* rest = less_turns(b, b.whole(angle), turns, kFirstPart);
    rest = less_turns(b, rest, turns, kSecondPart);
    return less_turns(b, rest, turns, kThirdPart);
}

// Made by a reduction: what is left after the third part.
bool is_reduced(const SsaDef& angle) {
    const auto* difference = angle.instruction->as<AluInstruction>();
    if (difference == nullptr || difference->opcode != Opcode::fsub) {
        return false;
    }
    const auto* product = difference->first_source[1].ssa->instruction->as<AluInstruction>();
    if (product == nullptr || product->opcode != Opcode::fmul) {
        return false;
    }
    const auto constant = constant_components(*product->first_source[1].ssa);
    return !constant.empty() && constant[0].f32 == static_cast<float>(kThirdPart);
}

} // namespace

bool lower_trig(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        const bool is_sine = alu.opcode == Opcode::fsin;
        if ((!is_sine && alu.opcode != Opcode::fcos) || alu.value.bit_size > 32) {
            return nullptr;
        }
        const Operand angle = operand_of(alu, 0);
        if (is_reduced(*angle.value)) {
            return nullptr;
        }
        // Half floats are reduced in single precision, or nothing would be left of large ones.
        const bool is_half = alu.value.bit_size == 16;
        SsaDef* rest = reduced(b, is_half ? Operand(b.f2f32(angle)) : angle);
        SsaDef* result = is_sine ? b.fsin(rest) : b.fcos(rest);
        return is_half ? b.f2f16(result) : result;
    });
}

} // namespace jacquard::nir
