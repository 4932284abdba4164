// Facts that the tables state about opcodes, or the generator derives from their folds: opposites,
// forms with booleans of other widths, results that are never negative, the effect of more bits.
// Each is tried with the opcodes' own evaluators.
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/support/expression/half.h>

#include "catch.h"

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace jacquard::nir;

namespace {

constexpr unsigned kTries = 2000;
constexpr std::array<unsigned, 5> kWidths = {1, 8, 16, 32, 64};

using Value = std::array<ConstantValue, kMaxComponents>;
using Sources = std::array<Value, kMaxComponents>;

unsigned width_of(AluType type, unsigned width) {
    return type.bit_size != 0 ? type.bit_size : width;
}

bool exists_at(const OpcodeInfo& info, unsigned width) {
    return info.width_mask == 0 ? width == 32
                                : (info.width_mask >> std::countr_zero(width) & 1) != 0;
}

Value computed(Opcode opcode, unsigned width, const Sources& sources) {
    std::array<const ConstantValue*, kMaxComponents> pointers{};
    for (std::size_t i = 0; i < sources.size(); ++i) {
        pointers[i] = sources[i].data();
    }
    Value result{};
    REQUIRE(evaluate(opcode, width, 1, pointers.data(), result.data()));
    return result;
}

// Small numbers, edges and any bits, for each type.
class Drawer {
  public:
    explicit Drawer(Opcode opcode) : random_(static_cast<std::uint64_t>(opcode) + 1) {}

    std::uint64_t operator()(AluType type, unsigned width) {
        const unsigned bits = width_of(type, width);
        if (type.base == BaseType::bool_type) {
            return random_() % 2 == 0 ? 0 : mask_of_bits(bits);
        }
        if (type.base == BaseType::float_type && random_() % 2 == 0) {
            return float_bits(bits);
        }
        const std::uint64_t edge = (std::uint64_t{1} << random_() % bits) + random_() % 3 - 1;
        const std::array<std::uint64_t, 4> choices = {random_(), random_() % 9, edge, ~edge};
        return choices[random_() % choices.size()] & mask_of_bits(bits);
    }

    Sources sources(const OpcodeInfo& info, unsigned width) {
        Sources made{};
        for (unsigned i = 0; i < info.num_sources; ++i) {
            for (ConstantValue& component : made[i]) {
                component.u64 = (*this)(info.source_types[i], width);
            }
        }
        return made;
    }

    std::mt19937_64& random() { return random_; }

  private:
    std::uint64_t float_bits(unsigned bits) {
        constexpr std::array<double, 8> kNumbers = {0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 1e-6, -3e4};
        const double number = kNumbers[random_() % kNumbers.size()];
        return bits == 16   ? jacquard::float_to_half(static_cast<float>(number))
               : bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                            : std::bit_cast<std::uint64_t>(number);
    }

    std::mt19937_64 random_;
};

double float_value(std::uint64_t bits, unsigned width) {
    return width == 16
               ? static_cast<double>(jacquard::half_to_float(static_cast<std::uint16_t>(bits)))
           : width == 32
               ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
               : std::bit_cast<double>(bits);
}

// Calls check(opcode, info, width) for every opcode at every width of its own.
template <typename Check>
void for_each_opcode(Check&& check) {
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        for (const unsigned width : kWidths) {
            if (exists_at(kOpcodeInfos[i], width)) {
                check(static_cast<Opcode>(i), kOpcodeInfos[i], width);
            }
        }
    }
}

std::string name_of(const OpcodeInfo& info, unsigned width) {
    return std::string(info.name) + " at " + std::to_string(width) + " bits";
}

} // namespace

TEST_CASE("an opcode and its opposite are never both true or both false", "[slow]") {
    unsigned count = 0;
    for_each_opcode([&](Opcode opcode, const OpcodeInfo& info, unsigned width) {
        if (!info.has_negation) {
            return;
        }
        ++count;
        INFO(name_of(info, width));
        CHECK(opcode_info(info.negated).negated == opcode);
        Drawer draw(opcode);
        for (unsigned n = 0; n < kTries; ++n) {
            const Sources sources = draw.sources(info, width);
            REQUIRE((computed(opcode, width, sources)[0].u64 != 0) !=
                    (computed(info.negated, width, sources)[0].u64 != 0));
        }
    });
    CHECK(count > 100);
    CHECK(opcode_info(Opcode::feq).negated == Opcode::fneu);
    CHECK(opcode_info(Opcode::ilt16).negated == Opcode::ige16);
    CHECK(opcode_info(Opcode::flt).negated == Opcode::fgeu);
    CHECK_FALSE(opcode_info(Opcode::iand).has_negation);
}

TEST_CASE("forms of an opcode give the same truth", "[slow]") {
    unsigned count = 0;
    for_each_opcode([&](Opcode opcode, const OpcodeInfo& info, unsigned width) {
        for (std::size_t i = 0; info.has_boolean_forms && i < info.boolean_forms.size(); ++i) {
            const Opcode form = info.boolean_forms[i];
            const OpcodeInfo& other = opcode_info(form);
            ++count;
            INFO(name_of(info, width) << " and " << other.name);
            Drawer draw(opcode);
            for (unsigned n = 0; n < kTries / 4; ++n) {
                Sources sources = draw.sources(info, width);
                const std::uint64_t first = computed(opcode, width, sources)[0].u64;
                for (unsigned s = 0; s < info.num_sources; ++s) {
                    const AluType type = other.source_types[s];
                    if (type.base == BaseType::bool_type && type.bit_size != 0) {
                        sources[s][0].u64 =
                            sources[s][0].u64 != 0 ? mask_of_bits(type.bit_size) : 0;
                    }
                }
                const std::uint64_t second = computed(form, width, sources)[0].u64;
                const bool makes_truth = info.output_type.base == BaseType::bool_type;
                REQUIRE((makes_truth ? (first != 0) == (second != 0) : first == second));
            }
        }
    });
    CHECK(count > 500);
}

TEST_CASE("results that are said never to be negative are not") {
    unsigned count = 0;
    for_each_opcode([&](Opcode opcode, const OpcodeInfo& info, unsigned width) {
        if (info.never_negative == NeverNegative::unknown) {
            return;
        }
        ++count;
        INFO(name_of(info, width));
        Drawer draw(opcode);
        unsigned tried = 0;
        for (unsigned n = 0; n < kTries; ++n) {
            const Sources sources = draw.sources(info, width);
            bool all = true;
            bool any = false;
            for (unsigned i = 0; i < info.num_sources; ++i) {
                if (info.source_types[i].base == BaseType::float_type) {
                    const double number =
                        float_value(sources[i][0].u64, width_of(info.source_types[i], width));
                    all = all && !(number < 0.0);
                    any = any || number >= 0.0;
                }
            }
            const bool applies = info.never_negative == NeverNegative::always ||
                                 (info.never_negative == NeverNegative::if_all ? all : any);
            if (applies) {
                ++tried;
                const std::uint64_t result = computed(opcode, width, sources)[0].u64;
                REQUIRE_FALSE(float_value(result, width_of(info.output_type, width)) < 0.0);
            }
        }
        CHECK(tried > kTries / 16);
    });
    CHECK(count > 30);
}

TEST_CASE("opcodes that accept masks compute the same of truths of all bits") {
    unsigned count = 0;
    for_each_opcode([&](Opcode opcode, const OpcodeInfo& info, unsigned width) {
        if (!info.accepts_masks || width == 1 || width == 64) {
            return;
        }
        ++count;
        INFO(name_of(info, width));
        for (unsigned pattern = 0; pattern >> info.num_sources == 0; ++pattern) {
            Sources truths{};
            Sources masks{};
            for (unsigned i = 0; i < info.num_sources; ++i) {
                truths[i][0].u64 = pattern >> i & 1;
                masks[i][0].u64 = (pattern >> i & 1) != 0 ? mask_of_bits(width) : 0;
            }
            const std::uint64_t truth = computed(opcode, 1, truths)[0].u64;
            const std::uint64_t wanted =
                info.output_type.bit_size == 0 && truth != 0 ? mask_of_bits(width) : truth;
            REQUIRE(computed(opcode, width, masks)[0].u64 == wanted);
        }
    });
    CHECK(count > 50);
}

TEST_CASE("conversions are found by their types") {
    CHECK(find_conversion(BaseType::int_type, {BaseType::int_type, 8}) == Opcode::i2i8);
    CHECK(find_conversion(BaseType::uint_type, {BaseType::uint_type, 64}) == Opcode::u2u64);
    CHECK(find_conversion(BaseType::float_type, {BaseType::float_type, 16}) == Opcode::f2f16);
    CHECK(find_conversion(BaseType::float_type, {BaseType::uint_type, 32}) == Opcode::f2u32);
    CHECK(find_conversion(BaseType::bool_type, {BaseType::bool_type, 32}) == Opcode::b2b32);
    CHECK(find_conversion(BaseType::bool_type, {BaseType::float_type, 64}) == Opcode::b2f64);
    CHECK(find_conversion(BaseType::float_type, {BaseType::float_type, 8}) == std::nullopt);
}

TEST_CASE("integers computed in more bits have the same lower ones, unless an opcode says no",
          "[slow]") {
    const auto extended = [](std::uint64_t bits, AluType type, unsigned width) {
        const unsigned unused = 64 - width;
        return type.base == BaseType::int_type
                   ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused)
                   : bits;
    };
    unsigned dependent = 0;
    for_each_opcode([&](Opcode opcode, const OpcodeInfo& info, unsigned width) {
        const bool is_integer =
            info.width_source >= 0 &&
            (info.source_types[static_cast<std::size_t>(info.width_source)].base ==
                 BaseType::int_type ||
             info.source_types[static_cast<std::size_t>(info.width_source)].base ==
                 BaseType::uint_type);
        if (!is_integer || info.is_copy || info.is_selection || info.is_conversion ||
            (width != 8 && width != 16)) {
            CHECK((is_integer || !info.is_width_dependent));
            return;
        }
        INFO(name_of(info, width));
        Drawer draw(opcode);
        bool differs = false;
        for (unsigned n = 0; n < 4 * kTries; ++n) {
            Sources narrow = draw.sources(info, width);
            Sources wide = narrow;
            for (unsigned i = 0; i < info.num_sources; ++i) {
                for (ConstantValue& component : wide[i]) {
                    if (info.source_types[i].bit_size == 0) {
                        component.u64 =
                            extended(component.u64, info.source_types[i], width) & mask_of_bits(32);
                    }
                    if (info.is_wrapping_count && i == 1) {
                        component.u64 &= width - 1;
                    }
                }
            }
            const std::uint64_t mask = mask_of_bits(width_of(info.output_type, width));
            differs |= (computed(opcode, width, narrow)[0].u64 & mask) !=
                       (computed(opcode, 32, wide)[0].u64 & mask);
        }
        dependent += info.is_width_dependent ? 1 : 0;
        CHECK(differs == info.is_width_dependent);
    });
    CHECK(dependent >= 18);
}
