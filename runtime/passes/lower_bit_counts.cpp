#include <jacquard/passes/lower_bit_counts.h>
#include <jacquard/passes/rewrite_alu.h>

namespace jacquard::nir {

namespace {

using Options = LowerBitCountsOptions;

constexpr std::uint32_t kOddBits = 0x55555555;
constexpr std::uint32_t kOddPairs = 0x33333333;
constexpr std::uint32_t kOddNibbles = 0x0f0f0f0f;
constexpr std::uint32_t kOddBytes = 0x00ff00ff;
constexpr std::uint32_t kOnePerByte = 0x01010101;

SsaDef* word(Builder& b, std::uint32_t value) {
    return b.imm_bits(value, 32);
}

SsaDef* down(Builder& b, const Operand& value, int count) {
    return b.ushr(value, b.imm_int(count));
}

// Counts of pairs, of nibbles and of bytes, one beside the other; the product adds the bytes up in
// the highest one.
SsaDef* count_ones(Builder& b, const Operand& x) {
    SsaDef* pairs = b.isub(x, b.iand(down(b, x, 1), word(b, kOddBits)));
    SsaDef* high_pairs = b.iand(down(b, pairs, 2), word(b, kOddPairs));
    SsaDef* nibbles = b.iadd(b.iand(pairs, word(b, kOddPairs)), high_pairs);
    SsaDef* bytes = b.iand(b.iadd(nibbles, down(b, nibbles, 4)), word(b, kOddNibbles));
    return down(b, b.imul(bytes, word(b, kOnePerByte)), 24);
}

// The ones below the lowest one are those that subtracting 1 makes; below none there are 32.
SsaDef* lowest_one(Builder& b, const Operand& x) {
    SsaDef* below = b.iand(b.inot(x), b.isub(x, b.imm_int(1)));
    return b.bcsel(b.ieq(x, b.imm_int(0)), b.imm_int(-1), count_ones(b, below));
}

// Every one fills all places below it.
SsaDef* highest_one(Builder& b, const Operand& x) {
    SsaDef* filled = b.whole(x);
    for (const int distance : {1, 2, 4, 8, 16}) {
        filled = b.ior(filled, down(b, filled, distance));
    }
    return b.isub(count_ones(b, filled), b.imm_int(1));
}

SsaDef* differing_from_sign(Builder& b, const Operand& x) {
    return b.ixor(x, b.ishr(x, b.imm_int(31)));
}

SsaDef* from_above(Builder& b, SsaDef* highest) {
    SsaDef* none = b.ilt(highest, b.imm_int(0));
    return b.bcsel(none, b.imm_int(-1), b.isub(b.imm_int(31), highest));
}

SsaDef* swap(Builder& b, SsaDef* x, int distance, std::uint32_t mask) {
    SsaDef* high = b.iand(down(b, x, distance), word(b, mask));
    return b.ior(high, b.ishl(b.iand(x, word(b, mask)), b.imm_int(distance)));
}

// Neighbours change places, then pairs, and so on.
SsaDef* reverse(Builder& b, const Operand& x) {
    SsaDef* result = swap(b, b.whole(x), 1, kOddBits);
    result = swap(b, result, 2, kOddPairs);
    result = swap(b, result, 4, kOddNibbles);
    result = swap(b, result, 8, kOddBytes);
    return b.ior(down(b, result, 16), b.ishl(result, b.imm_int(16)));
}

SsaDef* find_highest(Builder& b, Opcode opcode, const Operand& x) {
    switch (opcode) {
    case Opcode::ufind_msb: return highest_one(b, x);
    case Opcode::ufind_msb_rev: return from_above(b, highest_one(b, x));
    case Opcode::ifind_msb: return highest_one(b, differing_from_sign(b, x));
    case Opcode::ifind_msb_rev: return from_above(b, highest_one(b, differing_from_sign(b, x)));
    case Opcode::uclz: return b.isub(b.imm_int(31), highest_one(b, x));
    default: return nullptr;
    }
}

} // namespace

bool lower_bit_counts(Shader& shader, const LowerBitCountsOptions& options) {
    return rewrite_alu(shader, [&](Builder& b, AluInstruction& alu) -> SsaDef* {
        if (alu.num_sources != 1 || alu.first_source[0].ssa->bit_size != 32) {
            return nullptr;
        }
        const Operand x = operand_of(alu, 0);
        switch (alu.opcode) {
        case Opcode::bit_count: return options.bit_count ? count_ones(b, x) : nullptr;
        case Opcode::find_lsb: return options.find_lsb ? lowest_one(b, x) : nullptr;
        case Opcode::bitfield_reverse: return options.bitfield_reverse ? reverse(b, x) : nullptr;
        default: return options.find_msb ? find_highest(b, alu.opcode, x) : nullptr;
        }
    });
}

} // namespace jacquard::nir
