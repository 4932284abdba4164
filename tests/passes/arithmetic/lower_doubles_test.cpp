#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/generated/passes/lower_alu_to_scalar.h>
#include <jacquard/generated/passes/lower_doubles.h>
#include <jacquard/generated/passes/lower_int64.h>

#include "passes/numeric_test.h"
#include "passes/pass_test.h"

#include <set>

using namespace numeric_test;

namespace {

bool to_integers(Shader& shader) {
    return lower_doubles(shader);
}

bool to_words(Shader& shader) {
    const bool changed = lower_doubles(shader);
    lower_int64(shader);
    return changed;
}

std::uint64_t of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

// Around every kind of double, and where roundings and conversions change.
std::vector<std::uint64_t> edge_doubles(bool few) {
    std::vector<std::uint64_t> values;
    for (const double value : {0.0,
                               0.49999999999999994,
                               0.5,
                               0.75,
                               1.0,
                               1.5,
                               2.0,
                               2.5,
                               3.0,
                               4.0,
                               10.0,
                               127.5,
                               255.9,
                               4503599627370495.5,
                               9007199254740993.0,
                               1e300,
                               0x1p-1022,
                               0x1.fffffffffffffp1023,
                               1.0 / 3,
                               3.1415926535897931,
                               0x1p-149,
                               0x1.8p-149,
                               0x1p-126,
                               0x1.fffffefp127,
                               0x1p31,
                               0x1p32,
                               0x1p63,
                               0x1p64,
                               65504.0,
                               65520.0,
                               0x1p-24,
                               0x1p-25,
                               6.0e-5,
                               6.2e-5}) {
        values.push_back(of(value));
    }
    for (const std::uint64_t bits :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{0x000fffffffffffff},
          std::uint64_t{0x0010000000000001}, std::uint64_t{0x001fffffffffffff},
          std::uint64_t{0x0008000000000000}, std::uint64_t{0x7ff0000000000000},
          std::uint64_t{0x7ff8000000000000}, std::uint64_t{0x7ff0000000000001},
          std::uint64_t{0x3ff0000000000001}, std::uint64_t{0x3fefffffffffffff},
          std::uint64_t{0x4340000000000001}, std::uint64_t{0x3e70000010000000},
          std::uint64_t{0x47efffffe0000000}, std::uint64_t{0x47effffff0000000}}) {
        values.push_back(bits);
    }
    const std::size_t count = values.size();
    for (std::size_t i = 0; i < count; i += few ? 3 : 1) {
        values.push_back(values[i] | (std::uint64_t{1} << 63));
    }
    return values;
}

// Exponents near each other and near the ends, few and many bits set.
std::uint64_t random_double(Random& random) {
    const std::uint64_t fraction =
        random() % 3 == 0 ? random() << (random() % 52) : random() >> (random() % 12);
    const std::uint64_t kind = random() % 8;
    std::uint64_t exponent = 1023 + random() % 128 - 64;
    if (kind == 0) {
        exponent = random() % 2048;
    } else if (kind == 1) {
        exponent = random() % 64;
    } else if (kind == 2) {
        exponent = 2046 - random() % 60;
    }
    return (random() << 63) | (exponent << 52) | (fraction & 0xfffffffffffff);
}

std::uint64_t sample_of(Random& random, AluType type, unsigned width) {
    if (type.base != BaseType::float_type) {
        return random.any(width == 1 ? 32 : width);
    }
    return width == 64 ? random_double(random) : random() & mask_of_bits(width);
}

void check_doubles(Opcode opcode, unsigned bit_size, const LoweredOpcode::Pass& pass,
                   unsigned samples, bool with_pairs) {
    LoweredOpcode lowered(opcode, bit_size, pass);
    INFO(opcode_info(opcode).name << " of " << bit_size << " bits");
    REQUIRE(lowered.lowered());
    const OpcodeInfo& info = opcode_info(opcode);
    const auto type = [&](unsigned i) {
        return info.source_types[std::min<std::size_t>(i, info.num_sources - 1)];
    };
    const auto edges = [&](unsigned width, unsigned i) {
        if (info.num_sources > 1 && !with_pairs) {
            return std::vector<std::uint64_t>();
        }
        return type(i).base == BaseType::float_type && width == 64
                   ? edge_doubles(info.num_sources > 1)
                   : edge_integers(width == 1 ? 32 : width);
    };
    Random random(static_cast<std::uint64_t>(opcode));
    check_values(
        lowered, opcode, bit_size, edges,
        [&](unsigned width, unsigned i) { return sample_of(random, type(i), width); }, samples);
}

// No other opcode computes with doubles afterwards. Saturating conversions are plain ones by then.
const std::set<std::string> kLeft = {
    "b32fcsel_mdg", "f2i16_sat", "f2i32_sat", "f2i8_sat", "f2u16_sat", "f2u32_sat", "f2u8_sat",
    "fcos",         "fcos_amd",  "fpow",      "fsin",     "fsin_agx",  "fsin_amd"};

bool touches_doubles(const OpcodeInfo& info, unsigned bit_size) {
    const auto is_double = [&](AluType type) {
        return type.base == BaseType::float_type &&
               (type.bit_size == 0 ? bit_size : type.bit_size) == 64;
    };
    bool found = is_double(info.output_type);
    for (std::size_t i = 0; i < info.num_sources; ++i) {
        found |= is_double(info.source_types[i]);
    }
    return found;
}

bool is_reduction(const OpcodeInfo& info) {
    return info.is_reduction || info.output_components != 0 || info.is_replicated ||
           info.source_components[0] != 0;
}

} // namespace

TEST_CASE("every opcode of doubles keeps its meaning in integers, or is known to stay") {
    std::set<std::string> left;
    unsigned count = 0;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const OpcodeInfo& info = opcode_info(opcode);
        for (const unsigned bit_size : {1U, 8U, 16U, 32U, 64U}) {
            const bool exists =
                info.num_sources != 0 && (info.width_mask >> std::countr_zero(bit_size) & 1) != 0;
            if (!exists || is_reduction(info) || !touches_doubles(info, bit_size)) {
                continue;
            }
            if (LoweredOpcode(opcode, bit_size, to_integers).lowered()) {
                check_doubles(opcode, bit_size, to_integers, 400, true);
                ++count;
            } else {
                left.insert(std::string(info.name));
            }
        }
    }
    CHECK(left == kLeft);
    CHECK(count > 90);
}

// Pairs and triples that nearly cancel, and products near what is added.
TEST_CASE("fused products and sums of doubles are rounded once, whatever cancels") {
    LoweredOpcode lowered(Opcode::ffma, 64, to_integers);
    REQUIRE(lowered.lowered());
    Random random(7);
    for (int i = 0; i < 3000; ++i) {
        const double x = std::bit_cast<double>(random_double(random));
        const double y = std::bit_cast<double>(random_double(random));
        const double product = -(x * y);
        const std::uint64_t near = of(product) + random() % 5 - 2;
        const std::array inputs = {of(x), of(y), random() % 4 == 0 ? of(product * 0x1p60) : near};
        check(lowered, Opcode::ffma, 64, inputs);
    }
    const auto edges = edge_doubles(true);
    for (int i = 0; i < 4000; ++i) {
        const std::array inputs = {edges[random() % edges.size()], edges[random() % edges.size()],
                                   edges[random() % edges.size()]};
        check(lowered, Opcode::ffma, 64, inputs);
    }
}

TEST_CASE("quotients and roots of doubles are the nearest ones") {
    check_doubles(Opcode::fdiv, 64, to_integers, 5000, false);
    check_doubles(Opcode::fsqrt, 64, to_integers, 5000, false);
    check_doubles(Opcode::fadd, 64, to_integers, 5000, false);
    check_doubles(Opcode::fmul, 64, to_integers, 5000, false);
    check_doubles(Opcode::ffma, 64, to_integers, 5000, false);
}

TEST_CASE("doubles keep their meaning in words of 32 bits, and no 64-bit arithmetic is left") {
    for (const Opcode opcode : {Opcode::fadd, Opcode::fmul, Opcode::ffma, Opcode::fdiv,
                                Opcode::fsqrt, Opcode::flt, Opcode::ffloor, Opcode::fround_even,
                                Opcode::f2f32, Opcode::f2i32, Opcode::f2u64, Opcode::fmin}) {
        check_doubles(opcode, 64, to_words, 100, false);
        LoweredOpcode lowered(opcode, 64, to_words);
        lowered.for_each_opcode([&](const AluInstruction& alu) {
            const bool packs = alu.opcode == Opcode::pack_64_2x32_split ||
                               alu.opcode == Opcode::unpack_64_2x32_split_x ||
                               alu.opcode == Opcode::unpack_64_2x32_split_y;
            INFO(opcode_info(opcode).name << " left " << alu.info().name);
            CHECK((packs || (alu.value.bit_size != 64 && alu.unsized_bit_size() != 64)));
        });
    }
    check_doubles(Opcode::i2f64, 32, to_words, 100, false);
    check_doubles(Opcode::f2f64, 32, to_words, 100, false);
}

TEST_CASE("denormal doubles are flushed where the shader says so") {
    const auto flushing = [](Shader& shader) {
        shader.info.float_controls.flush_denormals_64 = true;
        return lower_doubles(shader);
    };
    for (const Opcode opcode : {Opcode::fadd, Opcode::fmul, Opcode::fneg, Opcode::frcp}) {
        check_doubles(opcode, 64, flushing, 300, true);
    }
}

TEST_CASE("targets with doubles only lose what is more than arithmetic") {
    CHECK(after(
              [](Shader& shader) {
                  LowerDoublesOptions options;
                  options.arithmetic = false;
                  CHECK(lower_doubles(shader, options));
              },
              R"(
    b0:
        %0:32 = const 0
        %1:64x2 = load_ubo_vec4 %0, %0
        %2:64 = fadd %1.x, %1.y
        %3:64 = fneg %2
        store_output %3, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 0
        %1:64x2 = load_ubo_vec4 %0, %0
        %2:64 = fadd %1.x, %1.y
        %3:64 = const 0x8000000000000000
        %4:64 = ixor %2, %3
        store_output %4, %0 {write_mask=x}
)");
}
