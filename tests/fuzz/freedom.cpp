#include "freedom.h"

#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>
#include <jacquard/passes/util/rewrite_alu.h>

#include "generator/choices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace jacquard::nir {

namespace {

// Functions that machines approximate, beside all that the table says rounds.
constexpr std::array kApproximated = {Opcode::fexp2, Opcode::flog2,    Opcode::fsin,
                                      Opcode::fcos,  Opcode::fsin_mdg, Opcode::fcos_mdg,
                                      Opcode::fpow};

bool is_approximated(Opcode opcode) {
    return std::find(kApproximated.begin(), kApproximated.end(), opcode) != kApproximated.end();
}

// Returns true for functions whose error does not get smaller with the result.
bool is_wave(Opcode opcode) {
    return opcode == Opcode::fsin || opcode == Opcode::fcos || opcode == Opcode::fsin_mdg ||
           opcode == Opcode::fcos_mdg;
}

bool rounds(const AluInstruction& alu) {
    return (alu.info().rounds && !alu.info().is_conversion) || is_approximated(alu.opcode);
}

class Change {
  public:
    Change(Freedom freedom, std::uint64_t seed) : freedom_(freedom), seed_(seed), choices_(seed) {}

    // Null: the instruction stays.
    SsaDef* operator()(Builder& b, AluInstruction& alu) {
        const OpcodeInfo& info = alu.info();
        b.exact = true;
        if (alu.opcode == Opcode::flrp && choices_.one_in(2) && at_hand(alu) == Freedom::rounding) {
            return by_difference(b, alu);
        }
        std::array<Operand, kMaxComponents> operands;
        SsaDef* reads_nan = nullptr;
        // One that a NaN of the result may come from, and have the bits of.
        SsaDef* origin = nullptr;
        const bool is_last = choices_.one_in(2);
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            operands[i] = operand_of(alu, i);
            const unsigned bits = operands[i].value->bit_size;
            if (info.source_types[i].base == BaseType::float_type && bits >= 16) {
                SsaDef* is_nan = b.fneu(operands[i], operands[i]);
                reads_nan = reads_nan == nullptr ? is_nan : b.ior(reads_nan, is_nan);
                const bool may_pass = bits == alu.value.bit_size &&
                                      operands[i].num_components == alu.value.num_components;
                if (may_pass && (origin == nullptr || is_last)) {
                    origin = b.whole(operands[i]);
                }
                operands[i] = source(b, alu, operands[i]);
            }
        }
        SsaDef* value = b.alu(alu.opcode, std::span(operands).first(alu.num_sources),
                              alu.value.num_components, alu.value.bit_size);
        if (info.output_type.base == BaseType::float_type) {
            return result(b, alu, value, reads_nan, origin);
        }
        const bool compares = value->bit_size == 1 && reads_nan != nullptr &&
                              reads_nan->num_components == value->num_components;
        return compares ? truth(b, alu, value, reads_nan) : value;
    }

  private:
    // Returns the freedom that is taken at this instruction.
    Freedom at_hand(const AluInstruction& alu) {
        constexpr std::array kAll = {Freedom::functions, Freedom::nan_bits, Freedom::rounding,
                                     Freedom::not_finite, Freedom::tiny};
        const Freedom freedom =
            freedom_ == Freedom::together ? kAll[choices_.below(kAll.size())] : freedom_;
        return alu.exact && freedom != Freedom::nan_bits ? Freedom::functions : freedom;
    }

    Operand source(Builder& b, const AluInstruction& alu, const Operand& operand) {
        if (is_all_at_once() && !alu.exact) {
            return not_tiny(b, keeps_nans() ? operand : finite(b, operand));
        }
        switch (at_hand(alu)) {
        case Freedom::rounding:
            return is_wave(alu.opcode) ? near_turn(b, operand)
                   : is_coarse()       ? coarse(b, operand)
                   : rounds(alu)       ? moved(b, operand)
                                       : operand;
        case Freedom::not_finite: return keeps_nans() ? operand : finite(b, operand);
        case Freedom::tiny: return not_tiny(b, operand);
        default: return operand;
        }
    }

    SsaDef* result(Builder& b, const AluInstruction& alu, SsaDef* value, SsaDef* reads_nan,
                   SsaDef* origin) {
        if (is_all_at_once() && !alu.exact) {
            return not_tiny(b, keeps_nans() ? kept_nan(b, value, reads_nan) : finite(b, value));
        }
        switch (at_hand(alu)) {
        case Freedom::nan_bits: return other_nan(b, value, origin);
        case Freedom::rounding:
            return is_wave(alu.opcode) ? shifted(b, value) : rounds(alu) ? moved(b, value) : value;
        case Freedom::not_finite:
            return keeps_nans() ? kept_nan(b, value, reads_nan) : finite(b, value);
        case Freedom::tiny: return not_tiny(b, value);
        default: return value;
        }
    }

    // a + c (b - a) is a where both ends are equal. The usual form need not be near it: with large
    // numbers little but rounding is left.
    static SsaDef* by_difference(Builder& b, const AluInstruction& lerp) {
        SsaDef* start = b.whole(operand_of(lerp, 0));
        SsaDef* way = b.fsub(operand_of(lerp, 1), start);
        return b.fadd(start, b.fmul(operand_of(lerp, 2), way));
    }

    // A comparison with a NaN may have been turned into the opposite of its opposite.
    SsaDef* truth(Builder& b, const AluInstruction& alu, SsaDef* value, SsaDef* reads_nan) {
        if (is_all_at_once() ? alu.exact : at_hand(alu) != Freedom::not_finite) {
            return value;
        }
        const bool holds = is_first(4) ? seed_ % 2 == 0 : choices_.one_in(2);
        return b.bcsel(reads_nan, b.spread(b.imm_bool(holds), value->num_components), value);
    }

    // A NaN that went through an operation is quiet, but the operation may be gone.
    SsaDef* other_nan(Builder& b, SsaDef* value, SsaDef* origin) {
        // All alike first, of both signs, then each one of these, as it is, with the other sign, or
        // any other.
        constexpr std::array<std::uint64_t, 5> kAlike = {0x7fc00000, 0xffffffff, 0x7fffffff,
                                                         0xffc00000, 0x7fa00000};
        constexpr std::uint32_t kKept = 10;
        constexpr std::uint32_t kNegated = 3;
        constexpr std::uint32_t kAny = 2;
        // The low words of doubles, which are read as other values, come out in both ways with
        // each; after that doubles alone do so, and then all but doubles.
        constexpr std::uint64_t kRound = 2 * kAlike.size();
        const bool is_alike = is_first(3 * kRound);
        if (is_alike && seed_ / kRound == (value->bit_size == 64 ? 2 : 1)) {
            return value;
        }
        if (origin != nullptr && !is_alike && choices_.one_in(3)) {
            return b.bcsel(b.fneu(origin, origin), origin, value);
        }
        const std::uint64_t number = is_alike
                                         ? seed_ % kAlike.size()
                                         : choices_.below(kAlike.size() + kKept + kNegated + kAny);
        if (number >= kAlike.size() && number < kAlike.size() + kKept + kNegated) {
            const bool is_kept = number < kAlike.size() + kKept;
            return is_kept ? value : b.bcsel(b.fneu(value, value), b.fneg(value), value);
        }
        std::uint64_t bits = number < kAlike.size()
                                 ? kAlike[number]
                                 : (choices_.bits() & 0xffffffffU) | 0x7f800000U | 0x2000U;
        if (value->bit_size == 16) {
            bits = (bits >> 13 & 0x7fffU) | (bits >> 16 & 0x8000U);
        } else if (value->bit_size == 64) {
            const bool is_set = is_alike ? seed_ % kRound < kAlike.size() : (bits & 1U) != 0;
            const std::uint64_t low = is_set ? 0xffffffffU : 0U;
            bits =
                (bits & 0x80000000U) << 32 | 0x7ff0000000000000U | (bits & 0x7fffffU) << 29 | low;
        }
        return b.bcsel(b.fneu(value, value), b.imm_bits(bits, value->bit_size), value);
    }

    // By some units in the last place. Where nothing but rounding is open, numbers below the normal
    // ones also move by one unit, which is much of such a number.
    SsaDef* moved(Builder& b, const Operand& value) {
        const unsigned bits = value.value->bit_size;
        const double unit = std::ldexp(1.0, bits == 64 ? -52 : bits == 32 ? -23 : -10);
        const double steps = 1.0 + choices_.below(16);
        SsaDef* normal =
            b.fmul(value, b.imm_float(1.0 + (choices_.one_in(2) ? steps : -steps) * unit, bits));
        if (freedom_ != Freedom::rounding || !choices_.one_in(2)) {
            return normal;
        }
        SsaDef* least = b.imm_float(std::ldexp(1.0, bits == 64   ? -1022
                                                    : bits == 32 ? -126
                                                                 : -14),
                                    bits);
        SsaDef* is_denormal =
            b.iand(b.fneu(value, b.imm_float(0.0, bits)), b.flt(b.fabs(value), least));
        SsaDef* step = b.imm_bits(choices_.one_in(2) ? 1 : ~std::uint64_t{0} >> (64 - bits), bits);
        return b.bcsel(is_denormal, b.iadd(value, step), normal);
    }

    // If true, values that differ only by rounding become equal, also where they are compared and
    // not computed with.
    [[nodiscard]] bool is_coarse() const { return seed_ % 4 == 3; }

    Operand coarse(Builder& b, const Operand& value) {
        const unsigned bits = value.value->bit_size;
        const unsigned lost = bits >= 32 ? 4 + choices_.below(7) : 1 + choices_.below(4);
        const std::uint64_t mask = ~std::uint64_t{0} << lost;
        SsaDef* rounded = b.iadd(value, b.imm_bits((std::uint64_t{1} << lost) / 2, bits));
        SsaDef* infinity = b.imm_float(std::numeric_limits<double>::infinity(), bits);
        return b.bcsel(b.flt(b.fabs(value), infinity), b.iand(rounded, b.imm_bits(mask, bits)),
                       value);
    }

    // The rounding of an angle of many turns may be larger than the part beyond whole turns.
    Operand near_turn(Builder& b, const Operand& angle) {
        const unsigned bits = angle.value->bit_size;
        if (seed_ % 3 != 0) {
            return moved(b, angle);
        }
        SsaDef* is_large = b.fge(b.fabs(angle), b.imm_float(bits >= 32 ? 1e6 : 1e3, bits));
        return b.bcsel(is_large, b.imm_float(-3.1415927, bits), angle);
    }

    // By as much near zero as near one.
    SsaDef* shifted(Builder& b, SsaDef* value) {
        const unsigned bits = value->bit_size;
        if (seed_ % 3 == 0) {
            SsaDef* is_small =
                b.flt(b.fabs(value), b.imm_float(std::ldexp(1.0, bits >= 32 ? -17 : -8), bits));
            return b.bcsel(is_small, b.imm_float(0.0, bits), value);
        }
        // The low bits change as well, which near zero are worth much less.
        const double part = choices_.below(1U << 16) / 65536.0;
        const double unit = std::ldexp(1.0 + part, bits >= 32 ? -19 : -9);
        return b.fadd(value, b.imm_float(choices_.one_in(2) ? unit : -unit, bits));
    }

    // A sum that is ordered otherwise may pass the range where this one did not.
    SsaDef* finite(Builder& b, const Operand& value) {
        const unsigned bits = value.value->bit_size;
        SsaDef* limit = b.imm_float(std::ldexp(1.0, bits == 64   ? 900
                                                    : bits == 32 ? 100
                                                                 : 13),
                                    bits);
        return b.bcsel(b.flt(b.fabs(value), limit), value, number(b, bits));
    }

    // One above and one below all others first, later one among them.
    SsaDef* number(Builder& b, unsigned bits) {
        const double large = bits == 64 ? 1e300 : bits == 32 ? 1e30 : 3e4;
        return is_first(2) ? b.imm_float(seed_ % 2 == 0 ? large : -large, bits)
                           : small(b, bits, 1.0);
    }

    // Returns true if the minimum of a NaN and a number, say, may be the NaN.
    [[nodiscard]] bool keeps_nans() const {
        return is_all_at_once() ? seed_ % kAtOnceOfSign >= 2 : (seed_ & 2) != 0;
    }

    // One with all the bits that it may have, or with as few.
    SsaDef* kept_nan(Builder& b, SsaDef* value, SsaDef* reads_nan) {
        if (is_all_at_once() && seed_ % kAtOnceOfSign >= 4) {
            return b.bcsel(b.fneu(value, value), quiet_nan(b, value->bit_size), value);
        }
        if (reads_nan == nullptr || reads_nan->num_components != value->num_components) {
            return value;
        }
        const unsigned bits = value->bit_size;
        SsaDef* nan = b.imm_bits(~std::uint64_t{0} >> (64 - bits + seed_ % 2), bits);
        return b.bcsel(reads_nan, b.spread(nan, value->num_components), value);
    }

    SsaDef* quiet_nan(Builder& b, unsigned bits) {
        const unsigned mantissa = bits == 64 ? 52 : bits == 32 ? 23 : 10;
        const std::uint64_t quiet =
            (~std::uint64_t{0} << (mantissa - 1)) & (~std::uint64_t{0} >> (65 - bits));
        const std::uint64_t sign = seed_ % 2 << (bits - 1);
        return b.imm_bits(quiet | sign, bits);
    }

    SsaDef* not_tiny(Builder& b, const Operand& value) {
        const unsigned bits = value.value->bit_size;
        const double limit = std::ldexp(1.0, bits == 64 ? -900 : bits == 32 ? -100 : -13);
        // Zeros of one sign, then of the other, then also numbers, and not everywhere.
        if (!is_first(2) && choices_.one_in(2)) {
            return b.whole(value);
        }
        SsaDef* other = is_all_at_once() ? b.imm_float(seed_ < kAtOnceOfSign ? 0.0 : -0.0, bits)
                        : is_first(2)    ? b.imm_float(seed_ == 0 ? 0.0 : -0.0, bits)
                                         : small(b, bits, choices_.one_in(2) ? limit : 0.0);
        return b.bcsel(b.flt(b.fabs(value), b.imm_float(limit, bits)), other, value);
    }

    // A number of either sign, or zero.
    SsaDef* small(Builder& b, unsigned bits, double scale) {
        const double size = scale * static_cast<double>(choices_.below(32)) / 16.0;
        return b.imm_float(choices_.one_in(2) ? size : -size, bits);
    }

    // Returns true if this is one of the first ways, each of which does the same at all places.
    [[nodiscard]] bool is_first(std::uint64_t count) const {
        return is_all_at_once() || (freedom_ != Freedom::together && seed_ < count);
    }

    // The first ways of all together are no mixture: NaNs, infinities and zeros come out as in the
    // first ways of each, everywhere.
    static constexpr std::uint64_t kAtOnceOfSign = 6;
    static constexpr std::uint64_t kAtOnce = 2 * kAtOnceOfSign;
    [[nodiscard]] bool is_all_at_once() const {
        return freedom_ == Freedom::together && seed_ < kAtOnce;
    }

    Freedom freedom_;
    std::uint64_t seed_;
    Choices choices_;
};

// Opcodes whose lowerings round otherwise, or divide. Doubles are divided as the interpreter does.
constexpr std::array kMachineFunctions = {Opcode::fdiv,
                                          Opcode::fmod,
                                          Opcode::frem,
                                          Opcode::fpow,
                                          Opcode::fsin_mdg,
                                          Opcode::fcos_mdg,
                                          Opcode::fdph,
                                          Opcode::unpack_unorm_2x16,
                                          Opcode::unpack_snorm_2x16,
                                          Opcode::unpack_unorm_4x8,
                                          Opcode::unpack_snorm_4x8};

bool is_machine_function(const AluInstruction& alu) {
    return alu.value.bit_size != 64 && std::find(kMachineFunctions.begin(), kMachineFunctions.end(),
                                                 alu.opcode) != kMachineFunctions.end();
}

template <typename Visitor>
void for_each_machine_function(Shader& shader, Visitor visit) {
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* alu = instruction.as<AluInstruction>();
                if (alu != nullptr && is_machine_function(*alu)) {
                    visit(*alu);
                }
            }
        }
    }
}

} // namespace

std::string_view name_of(Freedom freedom) {
    static constexpr std::array<std::string_view, kNumFreedoms> kNames = {
        "quotients, powers and the like",
        "the bits of a NaN",
        "rounding",
        "infinities and NaNs",
        "the least numbers and signs of zeros",
        "several of these together"};
    return kNames[static_cast<std::size_t>(freedom)];
}

namespace {

// An input at another place than the pixel's centre is computed from those of the quad, so that the
// bits of a NaN are as open as those of any sum: a product with 1 stands for what computed it.
void compute_with_moved_inputs(Shader& shader) {
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* load = instruction.as<IntrinsicInstruction>();
                if (load == nullptr || load->op != IntrinsicOp::load_interpolated_input) {
                    continue;
                }
                const auto* weights =
                    load->sources()[0].ssa->instruction->as<IntrinsicInstruction>();
                if (weights != nullptr && weights->op == IntrinsicOp::load_barycentric_pixel) {
                    continue;
                }
                Builder b(shader, Cursor::after_instruction(load));
                b.exact = true;
                SsaDef* product = b.fmul(&load->value, b.imm_float(1.0, load->value.bit_size));
                load->value.rewrite_uses(product);
                product->instruction->as<AluInstruction>()->first_source[0].set(&load->value);
            }
        }
    }
}

} // namespace

std::unique_ptr<Shader> with_freedom(const Shader& shader, Freedom freedom, std::uint64_t seed) {
    std::unique_ptr<Shader> other = clone(shader);
    if (freedom == Freedom::nan_bits) {
        compute_with_moved_inputs(*other);
    }
    rewrite_alu<Builder>(*other, Change(freedom, seed));
    other->number_values();
    return other;
}

bool has_machine_functions(const Shader& shader) {
    bool found = false;
    for_each_machine_function(const_cast<Shader&>(shader), [&](AluInstruction&) { found = true; });
    return found;
}

std::unique_ptr<Shader> with_machine_functions(const Shader& shader, std::uint64_t seed) {
    std::unique_ptr<Shader> other = clone(shader);
    Choices choices(seed);
    std::set<const AluInstruction*> stay;
    for_each_machine_function(*other, [&](const AluInstruction& alu) {
        if (seed != 0 && choices.one_in(2)) {
            stay.insert(&alu);
        }
    });
    lower_lacking(*other, [&](const AluInstruction& alu) {
        return is_machine_function(alu) && stay.count(&alu) == 0;
    });
    other->number_values();
    return other;
}

} // namespace jacquard::nir
