// Each claim of the tables about an opcode is tried with the opcode's own evaluator: every pair at
// 8 bits, edge values and random ones above.
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/support/expression/half.h>

#include "catch.h"

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace jacquard::nir;

namespace {

constexpr unsigned kRandomTries = 300;

const std::vector<std::uint64_t>& edges(AluType type) {
    static const std::vector<std::uint64_t> integers = {0,
                                                        1,
                                                        2,
                                                        3,
                                                        7,
                                                        8,
                                                        31,
                                                        32,
                                                        33,
                                                        63,
                                                        0x7f,
                                                        0x80,
                                                        0xff,
                                                        0x7fff,
                                                        0x8000,
                                                        0xffff,
                                                        0x7fffffff,
                                                        0x80000000,
                                                        0xffffffff,
                                                        0x7fffffffffffffff,
                                                        0x8000000000000000,
                                                        0xffffffffffffffff};
    static const std::vector<std::uint64_t> halves = {0,      0x8000, 0x3c00, 0xbc00, 0x7c00,
                                                      0xfc00, 0x7e00, 0x0001, 0x7bff, 0x4248};
    static const std::vector<std::uint64_t> singles = {
        0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
        0xff800000, 0x7fc00000, 0x00000001, 0x7f7fffff, 0x40490fdb};
    static const std::vector<std::uint64_t> doubles = {0,
                                                       0x8000000000000000,
                                                       0x3ff0000000000000,
                                                       0xbff0000000000000,
                                                       0x7ff0000000000000,
                                                       0xfff0000000000000,
                                                       0x7ff8000000000000,
                                                       0x0000000000000001,
                                                       0x7fefffffffffffff,
                                                       0x400921fb54442d18};
    if (type.base != BaseType::float_type) {
        return integers;
    }
    return type.bit_size == 16 ? halves : type.bit_size == 32 ? singles : doubles;
}

std::uint64_t adjusted(std::uint64_t bits, AluType type) {
    if (type.base == BaseType::bool_type) {
        return (bits & 1) != 0 ? mask_of_bits(type.bit_size) : 0;
    }
    return bits & mask_of_bits(type.bit_size);
}

bool is_nan(std::uint64_t bits, AluType type) {
    if (type.base != BaseType::float_type) {
        return false;
    }
    const std::uint64_t infinity = type.bit_size == 16   ? 0x7c00
                                   : type.bit_size == 32 ? 0x7f800000
                                                         : 0x7ff0000000000000;
    return (bits & mask_of_bits(type.bit_size - 1U)) > infinity;
}

// An opcode at one width of its unsized operands.
struct Subject {
    Opcode opcode;
    const OpcodeInfo& info;
    unsigned width;

    [[nodiscard]] AluType source_type(unsigned i) const { return sized(info.source_types[i]); }
    [[nodiscard]] AluType result_type() const { return sized(info.output_type); }
    [[nodiscard]] AluType sized(AluType type) const {
        return {type.base, static_cast<std::uint8_t>(type.bit_size != 0 ? type.bit_size : width)};
    }
    [[nodiscard]] unsigned source_components(unsigned i) const {
        return info.source_components[i] != 0 ? info.source_components[i] : 1U;
    }
};

using Value = std::array<ConstantValue, kMaxComponents>;

Value computed(const Subject& subject, std::span<const Value> sources) {
    std::array<const ConstantValue*, kMaxComponents> pointers{};
    for (std::size_t i = 0; i < sources.size(); ++i) {
        pointers[i] = sources[i].data();
    }
    Value result{};
    REQUIRE(evaluate(subject.opcode, subject.width, 1, pointers.data(), result.data()));
    return result;
}

bool same(const Value& a, const Value& b, unsigned count, AluType type) {
    for (unsigned c = 0; c < count; ++c) {
        if (a[c].u64 != b[c].u64 && !(is_nan(a[c].u64, type) && is_nan(b[c].u64, type))) {
            return false;
        }
    }
    return true;
}

// Calls try_one(sources) with all pairs of the first two sources at 8 bits, all values of one
// source at 16; where there are more with all pairs of edge values, then with edge and random ones.
template <typename TryOne>
void try_values(const Subject& subject, TryOne&& try_one) {
    std::array<Value, kMaxComponents> sources{};
    std::mt19937_64 random(static_cast<std::uint64_t>(subject.opcode) * 67 + subject.width);
    const std::span<Value> used(sources.data(), subject.info.num_sources);
    const auto fill = [&](unsigned from) {
        for (unsigned i = from; i < subject.info.num_sources; ++i) {
            const AluType type = subject.source_type(i);
            for (unsigned c = 0; c < subject.source_components(i); ++c) {
                const auto& special = edges(type);
                const std::uint64_t bits =
                    random() % 2 == 0 ? special[random() % special.size()] : random();
                sources[i][c].u64 = adjusted(bits, type);
            }
        }
    };
    const bool small = subject.info.num_sources >= 2 && subject.source_type(0).bit_size == 8 &&
                       subject.source_type(1).bit_size == 8 && subject.source_components(0) == 1 &&
                       subject.source_components(1) == 1;
    if (small) {
        for (unsigned x = 0; x < 256; ++x) {
            for (unsigned y = 0; y < 256; ++y) {
                fill(2);
                sources[0][0].u64 = adjusted(x, subject.source_type(0));
                sources[1][0].u64 = adjusted(y, subject.source_type(1));
                if (!try_one(used)) {
                    return;
                }
            }
        }
        return;
    }
    const unsigned lone_bits = subject.source_type(0).bit_size;
    if (subject.info.num_sources == 1 && subject.source_components(0) == 1 && lone_bits <= 16) {
        for (std::uint64_t x = 0; x < (std::uint64_t{1} << lone_bits); ++x) {
            sources[0][0].u64 = adjusted(x, subject.source_type(0));
            if (!try_one(used)) {
                return;
            }
        }
        return;
    }
    if (subject.info.num_sources >= 2 && subject.source_components(0) == 1 &&
        subject.source_components(1) == 1) {
        for (const std::uint64_t x : edges(subject.source_type(0))) {
            for (const std::uint64_t y : edges(subject.source_type(1))) {
                fill(2);
                sources[0][0].u64 = adjusted(x, subject.source_type(0));
                sources[1][0].u64 = adjusted(y, subject.source_type(1));
                if (!try_one(used)) {
                    return;
                }
            }
        }
    }
    for (unsigned n = 0; n < kRandomTries; ++n) {
        fill(0);
        if (!try_one(used)) {
            return;
        }
    }
}

// The number that bits of a type stand for; a long double holds every one of 64 bits.
long double number(std::uint64_t bits, AluType type) {
    switch (type.base) {
    case BaseType::float_type:
        return type.bit_size == 16   ? jacquard::half_to_float(static_cast<std::uint16_t>(bits))
               : type.bit_size == 32 ? static_cast<long double>(
                                           std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                     : static_cast<long double>(std::bit_cast<double>(bits));
    case BaseType::int_type: {
        const unsigned unused = 64U - type.bit_size;
        return static_cast<long double>(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    case BaseType::uint_type: return static_cast<long double>(bits);
    case BaseType::bool_type: break;
    }
    return bits != 0 ? 1 : 0;
}

// Returns true if a type has that very number.
bool holds(long double value, AluType type) {
    if (type.base == BaseType::float_type) {
        if (type.bit_size == 64) {
            return static_cast<long double>(static_cast<double>(value)) == value;
        }
        const auto single = static_cast<float>(value);
        return static_cast<long double>(single) == value &&
               (type.bit_size == 32 ||
                jacquard::half_to_float(jacquard::float_to_half(single)) == single);
    }
    if (value != std::truncl(value)) {
        return false;
    }
    const bool is_signed = type.base == BaseType::int_type;
    const unsigned bits = type.base == BaseType::bool_type ? 1U : type.bit_size;
    const long double above = std::ldexp(1.0L, static_cast<int>(bits - (is_signed ? 1U : 0U)));
    return value < above && value >= (is_signed ? -above : 0);
}

template <typename Check>
void for_each_subject(bool OpcodeInfo::*property, Check&& check) {
    unsigned count = 0;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const OpcodeInfo& info = opcode_info(opcode);
        if (!(info.*property)) {
            continue;
        }
        ++count;
        for (const unsigned width : {1U, 8U, 16U, 32U, 64U}) {
            const unsigned bit = width == 1    ? 0
                                 : width == 8  ? 3
                                 : width == 16 ? 4
                                 : width == 32 ? 5
                                               : 6;
            if (info.width_mask == 0 ? width == 32 : (info.width_mask >> bit & 1) != 0) {
                check(Subject{opcode, info, width});
            }
        }
    }
    CHECK(count > 0);
}

std::string name_of(const Subject& subject) {
    return std::string(subject.info.name) + " at " + std::to_string(subject.width) + " bits";
}

unsigned result_components(const Subject& subject) {
    return subject.info.output_components != 0 ? subject.info.output_components : 1U;
}

} // namespace

TEST_CASE("opcodes said to commute give the same with the first two sources swapped") {
    for_each_subject(&OpcodeInfo::is_commutative, [](const Subject& subject) {
        try_values(subject, [&](std::span<Value> sources) {
            std::vector<Value> swapped(sources.begin(), sources.end());
            std::swap(swapped[0], swapped[1]);
            const bool good = same(computed(subject, sources), computed(subject, swapped),
                                   result_components(subject), subject.result_type());
            if (!good) {
                FAIL_CHECK(name_of(subject));
            }
            return good;
        });
    });
}

TEST_CASE("opcodes said to be associative are so bit for bit") {
    for_each_subject(&OpcodeInfo::is_associative, [](const Subject& subject) {
        if (subject.info.num_sources != 2 || subject.info.output_components != 0) {
            return;
        }
        std::mt19937_64 random(subject.width);
        try_values(subject, [&](std::span<Value> sources) {
            const AluType type = subject.source_type(0);
            const auto& special = edges(type);
            Value third{};
            third[0].u64 =
                adjusted(random() % 2 == 0 ? special[random() % special.size()] : random(), type);
            const std::array<Value, 2> left = {computed(subject, sources), third};
            const std::array<Value, 2> inner = {sources[1], third};
            const std::array<Value, 2> right = {sources[0], computed(subject, inner)};
            const bool good =
                same(computed(subject, left), computed(subject, right), 1, subject.result_type());
            if (!good) {
                FAIL_CHECK(name_of(subject) << " of " << sources[0][0].u64 << ", "
                                            << sources[1][0].u64 << ", " << third[0].u64);
            }
            return good;
        });
    });
}

TEST_CASE("selections give their second or third source") {
    for_each_subject(&OpcodeInfo::is_selection, [](const Subject& subject) {
        try_values(subject, [&](std::span<Value> sources) {
            const Value result = computed(subject, sources);
            const bool good = result[0].u64 == sources[1][0].u64 ||
                              result[0].u64 == sources[2][0].u64 ||
                              is_nan(result[0].u64, subject.result_type()) ||
                              is_nan(result[0].u64, subject.source_type(1));
            if (!good) {
                FAIL_CHECK(name_of(subject));
            }
            return good;
        });
    });
}

TEST_CASE("copies give the bits of their sources") {
    for_each_subject(&OpcodeInfo::is_copy, [](const Subject& subject) {
        try_values(subject, [&](std::span<Value> sources) {
            const Value result = computed(subject, sources);
            bool good = true;
            for (unsigned c = 0; c < subject.info.num_sources; ++c) {
                good = good && result[c].u64 == sources[c][0].u64;
            }
            if (!good) {
                FAIL_CHECK(name_of(subject));
            }
            return good;
        });
    });
}

TEST_CASE("sums and products of floats are associative where nothing is rounded, and only there") {
    for_each_subject(&OpcodeInfo::is_rounded_associative, [](const Subject& subject) {
        REQUIRE(subject.result_type().base == BaseType::float_type);
        REQUIRE(subject.info.num_sources == 2);
        REQUIRE_FALSE(subject.info.is_associative);
        const AluType type = subject.result_type();
        const Subject from_int{type.bit_size == 16   ? Opcode::i2f16
                               : type.bit_size == 32 ? Opcode::i2f32
                                                     : Opcode::i2f64,
                               opcode_info(Opcode::i2f32), 32};
        const auto grouped = [&subject](const Value& a, const Value& b, const Value& c) {
            const std::array<Value, 2> first = {a, b};
            const std::array<Value, 2> last = {b, c};
            const std::array<Value, 2> left = {computed(subject, first), c};
            const std::array<Value, 2> right = {a, computed(subject, last)};
            return same(computed(subject, left), computed(subject, right), 1,
                        subject.result_type());
        };
        std::array<Value, 9> small{};
        for (int i = 0; i < 9; ++i) {
            std::array<Value, 1> whole{};
            whole[0][0].u64 = static_cast<std::uint32_t>(i - 4);
            small[static_cast<std::size_t>(i)] = computed(from_int, whole);
        }
        for (const Value& a : small) {
            for (const Value& b : small) {
                for (const Value& c : small) {
                    if (!grouped(a, b, c)) {
                        FAIL_CHECK(name_of(subject));
                    }
                }
            }
        }
        // Were there no counterexample, the stronger property would be the right one.
        std::mt19937_64 random(subject.width);
        bool refuted = false;
        for (unsigned n = 0; n < 100000 && !refuted; ++n) {
            std::array<Value, 3> values{};
            for (Value& value : values) {
                value[0].u64 = adjusted(random(), type);
            }
            refuted = !grouped(values[0], values[1], values[2]);
        }
        CHECK(refuted);
    });
}

TEST_CASE("conversions keep every number that both types have") {
    for_each_subject(&OpcodeInfo::is_conversion, [](const Subject& subject) {
        unsigned kept = 0;
        try_values(subject, [&](std::span<Value> sources) {
            const std::uint64_t given = sources[0][0].u64;
            const std::uint64_t made = computed(subject, sources)[0].u64;
            const AluType from = subject.source_type(0);
            const AluType to = subject.result_type();
            if (is_nan(given, from)) {
                const bool good = to.base != BaseType::float_type ? made == 0 : is_nan(made, to);
                if (!good) {
                    FAIL_CHECK(name_of(subject) << " of a NaN");
                }
                return good;
            }
            const long double value = number(given, from);
            if (!std::isinf(value) && !holds(value, to)) {
                return true;
            }
            ++kept;
            const bool good =
                number(made, to) == value || (std::isinf(value) && to.base != BaseType::float_type);
            if (!good) {
                FAIL_CHECK(name_of(subject) << " of " << given << " gives " << made);
            }
            return good;
        });
        CHECK(kept > 0);
    });
}

TEST_CASE("an identity leaves every number as it is, on both sides") {
    unsigned count = 0;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        if (!has_identity(opcode)) {
            continue;
        }
        for (const unsigned width : {1U, 8U, 16U, 32U, 64U}) {
            const std::optional<std::uint64_t> identity = identity_of(opcode, width);
            if (!identity) {
                continue;
            }
            ++count;
            const Subject subject{opcode, opcode_info(opcode), width};
            CHECK((*identity & ~mask_of_bits(width)) == 0);
            try_values(subject, [&](std::span<Value> sources) {
                // If one is a NaN the other is both the minimum and the maximum.
                if (is_nan(sources[0][0].u64, subject.source_type(0))) {
                    return true;
                }
                std::array<Value, 2> both = {sources[0], Value{}};
                both[1][0].u64 = *identity;
                const bool right = computed(subject, both)[0].u64 == sources[0][0].u64;
                std::swap(both[0], both[1]);
                const bool good = right && computed(subject, both)[0].u64 == sources[0][0].u64;
                if (!good) {
                    FAIL_CHECK(name_of(subject));
                }
                return good;
            });
        }
    }
    CHECK(count == 9 * 5 + 4 * 3);
    CHECK_FALSE(has_identity(Opcode::isub));
    CHECK_FALSE(identity_of(Opcode::fadd, 8).has_value());
}

TEST_CASE("reductions are what their scalar opcodes make") {
    for_each_subject(&OpcodeInfo::is_reduction, [](const Subject& subject) {
        // A half float is rounded after each scalar opcode but once by the reduction.
        if (subject.source_type(0).base == BaseType::float_type && subject.width == 16) {
            return;
        }
        try_values(subject, [&](std::span<Value> sources) {
            const OpcodeInfo& info = subject.info;
            const unsigned count = subject.source_components(0);
            Value total{};
            for (unsigned n = 0; n < count; ++n) {
                const unsigned c = info.reduces_backward ? count - 1 - n : n;
                std::vector<Value> parts(sources.size());
                for (std::size_t i = 0; i < sources.size(); ++i) {
                    parts[i][0] = sources[i][c];
                }
                Value each = parts[0];
                if (!info.reduces_directly) {
                    each = computed(
                        Subject{info.reduce_each, opcode_info(info.reduce_each), subject.width},
                        parts);
                }
                const OpcodeInfo& combine = opcode_info(info.reduce_combine);
                const unsigned width = subject.result_type().bit_size;
                const std::array<Value, 2> both = {total, each};
                total =
                    n == 0 ? each : computed(Subject{info.reduce_combine, combine, width}, both);
            }
            const bool good = same(computed(subject, sources), total, 1, subject.result_type());
            if (!good) {
                FAIL_CHECK(name_of(subject));
            }
            return good;
        });
    });
}
