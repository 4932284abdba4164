#include <jacquard/generated/passes/lower_int64.h>
#include <jacquard/passes/arithmetic/lower_int64/wide.h>
#include <jacquard/passes/util/boolean_forms.h>
#include <jacquard/passes/util/int_widths.h>
#include <jacquard/passes/util/rewrite_alu.h>

#include <array>
#include <vector>

namespace jacquard::nir {

namespace {

using namespace int64;

bool is_wide(const AluInstruction& alu, unsigned i) {
    return alu.num_sources > i && alu.first_source[i].ssa->bit_size == 64;
}

Wide wide(Builder& b, const AluInstruction& alu, unsigned i) {
    return unpack(b, operand_of(alu, i));
}

// An opcode that does the same to the words as to the whole: logic, moves, vectors.
SsaDef* by_words(Builder& b, const AluInstruction& alu) {
    std::array<Operand, kMaxComponents> low;
    std::array<Operand, kMaxComponents> high;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const Operand source = operand_of(alu, i);
        const Wide words = source.value->bit_size == 64 ? unpack(b, source) : Wide{source, source};
        low[i] = words.low;
        high[i] = words.high;
    }
    const std::span<const Operand> low_words(low.data(), alu.num_sources);
    const std::span<const Operand> high_words(high.data(), alu.num_sources);
    SsaDef* low_result = b.alu(alu.opcode, low_words);
    return pack(b, {low_result, b.alu(alu.opcode, high_words)});
}

Wide extreme(Builder& b, bool is_signed, bool smaller, const Wide& x, const Wide& y) {
    SsaDef* x_less = is_less(b, is_signed, x, y);
    return smaller ? select(b, x_less, x, y) : select(b, x_less, y, x);
}

SsaDef* count_ones(Builder& b, const Wide& x) {
    SsaDef* count = b.bit_count(x.high);
    return b.iadd(b.bit_count(x.low), count);
}

SsaDef* lowest_one(Builder& b, const Wide& x) {
    SsaDef* thirty_two = b.imm_int(32);
    SsaDef* in_high = b.iadd(b.find_lsb(x.high), thirty_two);
    SsaDef* none = b.imm_int(-1);
    SsaDef* high = b.bcsel(b.ieq(x.high, b.imm_int(0)), none, in_high);
    SsaDef* lowest = b.find_lsb(x.low);
    return b.bcsel(b.ieq(x.low, b.imm_int(0)), high, lowest);
}

SsaDef* zeros_above(Builder& b, const Wide& x) {
    SsaDef* highest = highest_one(b, x);
    SsaDef* zeros = b.isub(b.imm_int(63), highest);
    SsaDef* none = b.imm_int(-1);
    return b.bcsel(is_zero(b, x), none, zeros);
}

// Null for what is no comparison of integers.
SsaDef* positive_comparison(Builder& b, Opcode opcode, const AluInstruction& alu) {
    if (opcode != Opcode::ieq && opcode != Opcode::ilt && opcode != Opcode::ult) {
        return nullptr;
    }
    const Wide x = wide(b, alu, 0);
    const Wide y = wide(b, alu, 1);
    return opcode == Opcode::ieq ? is_equal(b, x, y) : is_less(b, opcode == Opcode::ilt, x, y);
}

SsaDef* compare(Builder& b, const AluInstruction& alu) {
    const Opcode opcode = with_boolean_width(alu.opcode, 1);
    if (SsaDef* truth = positive_comparison(b, opcode, alu)) {
        return truth;
    }
    const OpcodeInfo& info = opcode_info(opcode);
    SsaDef* opposite = info.has_negation ? positive_comparison(b, info.negated, alu) : nullptr;
    return opposite != nullptr ? b.inot(opposite) : nullptr;
}

// Integers and truths that become wide.
SsaDef* widen(Builder& b, const AluInstruction& alu) {
    const Operand x = operand_of(alu, 0);
    if (is_wide(alu, 0) && (alu.opcode == Opcode::i2i64 || alu.opcode == Opcode::u2u64)) {
        return b.whole(x);
    }
    switch (alu.opcode) {
    case Opcode::i2i64: return pack(b, from_signed(b, sign_extend(b, x, 32)));
    case Opcode::u2u64: return pack(b, from_unsigned(b, zero_extend(b, x, 32)));
    case Opcode::b2i64: return pack(b, from_unsigned(b, b.b2i32(x)));
    case Opcode::f2i64: return pack(b, from_float(b, true, x));
    case Opcode::f2u64: return pack(b, from_float(b, false, x));
    case Opcode::pack_64_2x32:
    case Opcode::pack_double_2x32_dxil: return b.pack_64_2x32_split(channel(x, 0), channel(x, 1));
    case Opcode::pack_64_4x16: {
        SsaDef* low = b.pack_32_2x16_split(channel(x, 0), channel(x, 1));
        return b.pack_64_2x32_split(low, b.pack_32_2x16_split(channel(x, 2), channel(x, 3)));
    }
    default: return nullptr;
    }
}

// Words that were packed before are there; others are what the opcode is for.
SsaDef* known_word(Builder& b, const AluInstruction& alu) {
    const Operand x = operand_of(alu, 0);
    const auto* packing = x.value->instruction->as<AluInstruction>();
    const bool known = x.value->instruction->kind == InstructionKind::constant ||
                       (packing != nullptr && packing->opcode == Opcode::pack_64_2x32_split);
    if (!known) {
        return nullptr;
    }
    const Wide words = unpack(b, x);
    return b.whole(alu.opcode == Opcode::unpack_64_2x32_split_x ? words.low : words.high);
}

// Wide integers that become something else.
SsaDef* narrow(Builder& b, const AluInstruction& alu) {
    switch (alu.opcode) {
    case Opcode::i2i1:
    case Opcode::i2i8:
    case Opcode::i2i16:
    case Opcode::i2i32: return sign_extend(b, wide(b, alu, 0).low, alu.value.bit_size);
    case Opcode::u2u1:
    case Opcode::u2u8:
    case Opcode::u2u16:
    case Opcode::u2u32: return zero_extend(b, wide(b, alu, 0).low, alu.value.bit_size);
    case Opcode::i2f16:
    case Opcode::i2f32:
    case Opcode::i2f64: return to_float(b, true, wide(b, alu, 0), alu.value.bit_size);
    case Opcode::u2f16:
    case Opcode::u2f32:
    case Opcode::u2f64: return to_float(b, false, wide(b, alu, 0), alu.value.bit_size);
    case Opcode::bit_count: return count_ones(b, wide(b, alu, 0));
    case Opcode::find_lsb: return lowest_one(b, wide(b, alu, 0));
    case Opcode::ufind_msb: return highest_one(b, wide(b, alu, 0));
    case Opcode::ufind_msb_rev: return zeros_above(b, wide(b, alu, 0));
    case Opcode::unpack_64_2x32_split_x:
    case Opcode::unpack_64_2x32_split_y: return known_word(b, alu);
    case Opcode::unpack_64_2x32:
    case Opcode::unpack_double_2x32_dxil: {
        const Wide x = wide(b, alu, 0);
        return b.vec({x.low, x.high});
    }
    case Opcode::unpack_64_4x16: {
        const Wide x = wide(b, alu, 0);
        SsaDef* low = b.unpack_32_2x16(x.low);
        SsaDef* high = b.unpack_32_2x16(x.high);
        return b.vec({channel(low, 0), channel(low, 1), channel(high, 0), channel(high, 1)});
    }
    default: {
        SsaDef* truth = alu.num_sources == 2 && is_wide(alu, 1) ? compare(b, alu) : nullptr;
        return truth != nullptr ? widen_bool(b, truth, alu.value.bit_size) : nullptr;
    }
    }
}

SsaDef* arithmetic(Builder& b, const AluInstruction& alu) {
    const auto x = [&] { return wide(b, alu, 0); };
    const auto y = [&] { return wide(b, alu, 1); };
    const auto both = [&](auto&& compute) {
        const Wide first = x();
        return pack(b, compute(b, first, y()));
    };
    switch (alu.opcode) {
    case Opcode::iadd: return both(add);
    case Opcode::isub: return both(subtract);
    case Opcode::imul: return both(multiply);
    case Opcode::umul_high: return both(multiply_high_unsigned);
    case Opcode::imul_high: return both(multiply_high_signed);
    case Opcode::ineg: return pack(b, negate(b, x()));
    case Opcode::iabs: return pack(b, magnitude(b, x()));
    case Opcode::ishl: return pack(b, shift_left(b, x(), operand_of(alu, 1)));
    case Opcode::ishr: return pack(b, shift_right(b, true, x(), operand_of(alu, 1)));
    case Opcode::ushr: return pack(b, shift_right(b, false, x(), operand_of(alu, 1)));
    case Opcode::udiv:
    case Opcode::umod:
    case Opcode::idiv:
    case Opcode::irem:
    case Opcode::imod: {
        const Wide dividend = x();
        return pack(b, divide(b, alu.opcode, dividend, y()));
    }
    case Opcode::imin:
    case Opcode::imax:
    case Opcode::umin:
    case Opcode::umax: {
        const bool is_signed = alu.opcode == Opcode::imin || alu.opcode == Opcode::imax;
        const bool smaller = alu.opcode == Opcode::imin || alu.opcode == Opcode::umin;
        const Wide first = x();
        return pack(b, extreme(b, is_signed, smaller, first, y()));
    }
    case Opcode::iand:
    case Opcode::ior:
    case Opcode::ixor:
    case Opcode::inot: return by_words(b, alu);
    default: return nullptr;
    }
}

SsaDef* lower(Builder& b, const AluInstruction& alu) {
    const bool is_wide_result = alu.value.bit_size == 64;
    if (is_wide_result &&
        (alu.info().is_copy || with_boolean_width(alu.opcode, 1) == Opcode::bcsel)) {
        return by_words(b, alu);
    }
    if (is_wide_result && is_wide(alu, 0)) {
        SsaDef* result = arithmetic(b, alu);
        // Between doubles and integers.
        result = result == nullptr ? narrow(b, alu) : result;
        return result == nullptr ? widen(b, alu) : result;
    }
    return is_wide_result ? widen(b, alu) : is_wide(alu, 0) ? narrow(b, alu) : nullptr;
}

// A phi becomes one for each word. Its sources are unpacked where control leaves the predecessor,
// when all of them have been lowered.
class Phis {
  public:
    explicit Phis(Shader& shader) : shader_(shader) {}

    bool split(Function& function) {
        for (Block& block : function.blocks()) {
            const std::size_t first = pairs_.size();
            for (Instruction& instruction : block.instructions()) {
                auto* phi = instruction.as<PhiInstruction>();
                if (phi == nullptr) {
                    break;
                }
                if (phi->value.bit_size == 64) {
                    split(block, *phi);
                }
            }
            if (first != pairs_.size()) {
                pack_words(block, first);
            }
        }
        return !pairs_.empty();
    }

    void connect() {
        for (const Pair& pair : pairs_) {
            for (PhiSource* source = pair.whole->first_source; source != nullptr;
                 source = source->next) {
                Block* from = source->predecessor;
                Builder b(shader_, Cursor::before_jump(from));
                const Wide words = unpack(b, source->ssa);
                SsaDef* low = b.whole(words.low);
                shader_.add_phi_source(pair.low, from, low);
                shader_.add_phi_source(pair.high, from, b.whole(words.high));
            }
        }
        for (const Pair& pair : pairs_) {
            pair.whole->remove();
        }
    }

  private:
    struct Pair {
        PhiInstruction* whole;
        PhiInstruction* low;
        PhiInstruction* high;
    };

    void split(Block& block, PhiInstruction& phi) {
        const unsigned count = phi.value.num_components;
        const Pair pair{&phi, shader_.make_phi(count, 32), shader_.make_phi(count, 32)};
        block.insert_before(&phi, pair.low);
        block.insert_before(&phi, pair.high);
        pairs_.push_back(pair);
    }

    // Packs the words of pairs from `first` on, after all phis of the block.
    void pack_words(Block& block, std::size_t first) {
        Builder b(shader_, Cursor::after_phis(&block));
        for (std::size_t i = first; i < pairs_.size(); ++i) {
            const Pair& pair = pairs_[i];
            SsaDef* packed = pack(b, {&pair.low->value, &pair.high->value});
            pair.whole->value.rewrite_uses(packed);
        }
    }

    Shader& shader_;
    std::vector<Pair> pairs_;
};

} // namespace

bool lower_int64(Shader& shader) {
    bool changed = false;
    Phis phis(shader);
    for (Function& function : shader.functions()) {
        changed |= phis.split(function);
    }
    changed |=
        rewrite_alu<Builder>(shader, [](Builder& b, AluInstruction& alu) { return lower(b, alu); });
    phis.connect();
    return changed;
}

} // namespace jacquard::nir
