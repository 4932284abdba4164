// Bits counted, words packed and angles reduced by simpler operations.
#include <jacquard/passes/lower_bit_counts.h>
#include <jacquard/passes/lower_dot_products.h>
#include <jacquard/passes/lower_float_compounds.h>
#include <jacquard/passes/lower_pack_unpack.h>
#include <jacquard/passes/lower_trig.h>
#include <jacquard/passes/registry.h>
#include <jacquard/support/half.h>

#include "numeric_test.h"
#include "pass_test.h"

#include <limits>

using namespace numeric_test;

namespace {

std::vector<std::uint64_t> edge_floats(unsigned width) {
    std::vector<std::uint64_t> values;
    for (const double value : {0.0,
                               0.25,
                               0.5,
                               0.75,
                               1.0,
                               1.5,
                               2.5,
                               3.0,
                               100.0,
                               32766.5,
                               65504.0,
                               0x1p-14,
                               0x1p-15,
                               0x1p-126,
                               0x1p-140,
                               3.0e38,
                               1.0 / 127,
                               1.0 / 255,
                               0.5 / 65535,
                               std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()}) {
        for (const double each : {value, -value}) {
            switch (width) {
            case 16: values.push_back(jacquard::float_to_half(static_cast<float>(each))); break;
            case 64: values.push_back(std::bit_cast<std::uint64_t>(each)); break;
            default:
                values.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(each)));
                break;
            }
        }
    }
    return values;
}

bool reads_floats(Opcode opcode) {
    return opcode_info(opcode).source_types[0].base == BaseType::float_type;
}

void check_opcode(Opcode opcode, unsigned bit_size, const LoweredOpcode::Pass& pass) {
    if (!reads_floats(opcode)) {
        check_integers(opcode, bit_size, pass);
        return;
    }
    LoweredOpcode lowered(opcode, bit_size, pass);
    INFO(opcode_info(opcode).name << " of " << bit_size << " bits");
    REQUIRE(lowered.lowered());
    Random random(static_cast<std::uint64_t>(opcode));
    const auto edges = [](unsigned width, unsigned) { return edge_floats(width); };
    const auto sample = [&](unsigned width, unsigned) {
        const auto values = edge_floats(width);
        return random() % 3 == 0 ? values[random() % values.size()]
               : width == 32     ? std::bit_cast<std::uint32_t>(
                                   static_cast<float>(random() % 4000) / 1000.0F - 2.0F)
                             : random() & mask_of_bits(width);
    };
    check_values(lowered, opcode, bit_size, edges, sample, 1000);
}

bool counts(Shader& shader) {
    return lower_bit_counts(shader);
}
bool packs(Shader& shader) {
    return lower_pack_unpack(shader);
}
bool compounds(Shader& shader) {
    return lower_float_compounds(shader);
}

bool is_left(Shader& shader, std::string_view part) {
    bool found = false;
    for (Instruction& instruction : shader.entry->first_block()->instructions()) {
        const auto* alu = instruction.as<AluInstruction>();
        found |= alu != nullptr && alu->info().name.find(part) != std::string_view::npos &&
                 alu->info().name.find("64_2x32_split") == std::string_view::npos;
    }
    return found;
}

} // namespace

TEST_CASE("bits are counted, found and reversed by shifts and masks") {
    for (const Opcode opcode :
         {Opcode::bit_count, Opcode::find_lsb, Opcode::ufind_msb, Opcode::ufind_msb_rev,
          Opcode::ifind_msb, Opcode::ifind_msb_rev, Opcode::uclz, Opcode::bitfield_reverse}) {
        check_integers(opcode, 32, counts, 3000);
    }
}

TEST_CASE("sums of products of bytes and half words are computed part by part") {
    for (const Opcode opcode :
         {Opcode::sdot_4x8_iadd, Opcode::sdot_4x8_iadd_sat, Opcode::udot_4x8_uadd,
          Opcode::udot_4x8_uadd_sat, Opcode::sudot_4x8_iadd, Opcode::sudot_4x8_iadd_sat,
          Opcode::sdot_2x16_iadd, Opcode::sdot_2x16_iadd_sat, Opcode::udot_2x16_uadd,
          Opcode::udot_2x16_uadd_sat}) {
        check_integers(opcode, 32, lower_dot_products, 3000);
        LoweredOpcode lowered(opcode, 32, lower_dot_products);
        const std::array<std::uint64_t, 5> edges = {0, 0x7fffffff, 0x80000000, 0x80008000,
                                                    0xffffffff};
        for (const std::uint64_t x : edges) {
            for (const std::uint64_t y : edges) {
                for (const std::uint64_t z : edges) {
                    const std::array inputs = {x, y, z};
                    check(lowered, opcode, 32, inputs);
                }
            }
        }
    }
}

TEST_CASE("values are packed and unpacked by shifts, masks and conversions") {
    unsigned count = 0;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const std::string_view name = opcode_info(opcode).name;
        const bool is_primitive = name.find("64_2x32_split") != std::string_view::npos;
        const bool is_vendors = name.ends_with("_v3d");
        if ((!name.starts_with("pack_") && !name.starts_with("unpack_")) || is_primitive ||
            is_vendors) {
            continue;
        }
        check_opcode(opcode, 32, packs);
        LoweredOpcode lowered(opcode, 32, packs);
        INFO(name);
        CHECK_FALSE(is_left(lowered.shader(), "pack_"));
        ++count;
    }
    CHECK(count == 32);
}

TEST_CASE("compound float operations keep their meaning") {
    for (const Opcode opcode :
         {Opcode::fsat, Opcode::fsat_signed, Opcode::fclamp_pos, Opcode::fsign, Opcode::ffract,
          Opcode::fceil, Opcode::slt, Opcode::sge, Opcode::seq, Opcode::sne, Opcode::fltu,
          Opcode::fgeu16, Opcode::fequ, Opcode::fneo32, Opcode::ford, Opcode::funord8,
          Opcode::fisfinite, Opcode::fisfinite32, Opcode::fisnormal}) {
        for (const unsigned bit_size : {16U, 32U, 64U}) {
            // A half float is rounded after each step, which ffract takes in two.
            if (opcode != Opcode::ffract || bit_size != 16) {
                check_opcode(opcode, bit_size, compounds);
            }
        }
    }
    for (const Opcode opcode : {Opcode::fmulz, Opcode::ffmaz, Opcode::fquantize2f16}) {
        check_opcode(opcode, 32, compounds);
    }
    check_opcode(Opcode::fquantize2f16, 16, compounds);
    check_opcode(Opcode::flrp, 32, lower_flrp);
    check_opcode(Opcode::flrp, 64, lower_flrp);
}

TEST_CASE("angles are brought to one turn without losing places") {
    for (const Opcode opcode : {Opcode::fsin, Opcode::fcos}) {
        LoweredOpcode lowered(opcode, 32, lower_trig);
        REQUIRE(lowered.lowered());
        Random random(3);
        for (int i = 0; i < 4000; ++i) {
            const double range = i < 2000 ? 20.0 : 20000.0;
            const auto angle =
                static_cast<float>((static_cast<double>(random() % 2000001) / 1.0e6 - 1.0) * range);
            const std::array<std::uint64_t, 1> inputs = {std::bit_cast<std::uint32_t>(angle)};
            const double wanted = opcode == Opcode::fsin ? std::sin(static_cast<double>(angle))
                                                         : std::cos(static_cast<double>(angle));
            INFO(angle);
            REQUIRE(std::abs(lowered.run(inputs)[0].f32 - wanted) < 4.0e-7);
        }
        // Nothing is reduced twice.
        CHECK_FALSE(lower_trig(lowered.shader()));
    }
}

TEST_CASE("lowered angles are what is left of whole turns") {
    CHECK(after(lower_trig, R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = fsin %1.x
        store_output %2, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = const 0.15915494
        %3:32 = fmul %1.x, %2
        %4:32 = fround_even %3
        %5:32 = mov %1.x
        %6:32 = const 6.28125
        %7:32 = fmul %4, %6
        %8:32 = fsub %5, %7
        %9:32 = const 0.0019340515
        %10:32 = fmul %4, %9
        %11:32 = fsub %8, %10
        %12:32 = const 0.0000012556659
        %13:32 = fmul %4, %12
        %14:32 = fsub %11, %13
        %15:32 = fsin %14
        store_output %15, %0 {write_mask=x}
)");
}

TEST_CASE("lists of passes name the groups of opcodes to lower") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = fsat %1.x
        %3:32 = seq %2, %1.y
        %4:32 = uclz %3
        %5:32 = bit_count %4
        %6:32 = uadd_carry %5, %1.z
        %7:16 = unpack_32_2x16_split_x %6
        %8:32 = u2u32 %7
        store_output %8, %0 {write_mask=x}
)";
    const auto opcodes_left = [&](const std::string& passes) {
        const PassList list = parse_pass_list(passes);
        REQUIRE(list.errors.empty());
        const std::string text = after([&](Shader& shader) { list.calls[0].run(shader); }, body);
        std::string left;
        for (const char* name : {"fsat", "seq", "uclz", "bit_count", "uadd_carry", "_split_x"}) {
            left += text.find(name) != std::string::npos ? std::string(name) + " " : "";
        }
        return left;
    };
    CHECK(opcodes_left("lower_float_compounds:clamps") ==
          "seq uclz bit_count uadd_carry _split_x ");
    CHECK(opcodes_left("lower_float_compounds") == "uclz bit_count uadd_carry _split_x ");
    CHECK(opcodes_left("lower_bit_counts:find_msb") == "fsat seq bit_count uadd_carry _split_x ");
    CHECK(opcodes_left("lower_integer_compounds:carries") == "fsat seq uclz bit_count _split_x ");
    CHECK(opcodes_left("lower_integer_compounds:bit_sizes=64") ==
          "fsat seq uclz bit_count uadd_carry _split_x ");
    CHECK(opcodes_left("lower_pack_unpack:scalars") == "fsat seq uclz bit_count uadd_carry ");
}
