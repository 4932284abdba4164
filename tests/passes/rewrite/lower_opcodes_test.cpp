// Lowerings as the tables say them: each is run by its pass alone and compared with the opcode's
// own evaluator, on edge values and at random, within the bound that the table states.
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/generated/nir/places.h>
#include <jacquard/generated/nir/rules.h>
#include <jacquard/generated/passes/lower_bit_size.h>
#include <jacquard/passes/registry/registry.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>
#include <jacquard/passes/util/boolean_forms.h>

#include "equivalence/lowering_facts.h"
#include "passes/numeric_test.h"
#include "passes/pass_test.h"

#include <set>

using namespace numeric_test;

namespace {

bool has(LoweringGroups groups, LoweringGroup group) {
    return (groups >> static_cast<unsigned>(group) & 1) != 0;
}

bool exists_at(const OpcodeInfo& info, unsigned width) {
    return info.width_mask == 0 ? width == 32
                                : (info.width_mask >> std::countr_zero(width) & 1) != 0;
}

bool touches_floats(const OpcodeInfo& info) {
    bool found = info.output_type.base == BaseType::float_type;
    for (std::size_t i = 0; i < info.num_sources; ++i) {
        found |= info.source_types[i].base == BaseType::float_type;
    }
    return found;
}

void check_lowering(Opcode opcode, unsigned width, const RuleText& text,
                    const LoweredOpcode::Pass& pass) {
    INFO(place(text.place));
    if (text.rounds_otherwise()) {
        check_within(opcode, width, pass,
                     {static_cast<double>(text.low), static_cast<double>(text.high), text.tolerance,
                      static_cast<double>(text.absolute), text.off_by});
    } else if (touches_floats(opcode_info(opcode))) {
        check_floats(opcode, width, pass);
    } else {
        check_integers(opcode, width, pass);
    }
}

// Each lowering of the groups at each of its widths. True for what was tried.
std::set<const Lowering*> check_groups(LoweringGroups groups, const LoweredOpcode::Pass& pass) {
    std::set<const Lowering*> tried;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        for (const Lowering& lowering : lowerings_of(opcode)) {
            for (const unsigned width : {1U, 8U, 16U, 32U, 64U}) {
                if (has(groups, lowering.group) && exists_at(opcode_info(opcode), width) &&
                    is_for(lowering, width)) {
                    check_lowering(opcode, width, kRuleTexts[lowering.rule], pass);
                    tried.insert(&lowering);
                }
            }
        }
    }
    return tried;
}

} // namespace

TEST_CASE("every lowering keeps the meaning of its opcode when its pass runs") {
    std::set<const Lowering*> tried;
    for (std::size_t i = 0; i < kLoweringPasses.size(); ++i) {
        INFO(kLoweringPasses[i].name);
        const auto pass = [i](Shader& shader) {
            return lower_opcodes(shader, static_cast<LoweringPass>(i));
        };
        tried.merge(check_groups(kLoweringPasses[i].groups, pass));
    }
    tried.merge(check_groups(lowering_groups({LoweringGroup::narrow_integers}),
                             [](Shader& shader) { return lower_bit_size(shader); }));
    // The others, of truths, are tried with the passes that give these another form.
    for (const Lowering& lowering : std::span(kLowerings, kNumLowerings)) {
        INFO(place(kRuleTexts[lowering.rule].place));
        CHECK((tried.count(&lowering) != 0) != kRules[lowering.rule].is(RuleFlag::of_truths));
    }
    CHECK(tried.size() > 150);
}

TEST_CASE("what a pass of lowerings makes has none of the opcodes that it lowers") {
    for (std::size_t i = 0; i < kLoweringPasses.size(); ++i) {
        for (std::size_t n = 0; n < kNumOpcodes; ++n) {
            const auto opcode = static_cast<Opcode>(n);
            for (const Lowering& lowering : lowerings_of(opcode)) {
                if (!has(kLoweringPasses[i].groups, lowering.group)) {
                    continue;
                }
                for (const unsigned width : {8U, 16U, 32U, 64U}) {
                    if (!exists_at(opcode_info(opcode), width) || !is_for(lowering, width)) {
                        continue;
                    }
                    LoweredOpcode lowered(opcode, width, [i](Shader& shader) {
                        return lower_opcodes(shader, static_cast<LoweringPass>(i));
                    });
                    INFO(opcode_info(opcode).name << " of " << width << " bits");
                    CHECK_FALSE(lower_opcodes(lowered.shader(), static_cast<LoweringPass>(i)));
                }
            }
        }
    }
}

TEST_CASE("lowerings are chosen by group and by width") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = uadd_sat %1.x, %1.y
        %3:32 = uhadd %1.x, %2
        store_output %3, %0 {write_mask=x}
)";
    const auto lowered_text = [&](const LowerOpcodesOptions& options) {
        return after(
            [&](Shader& shader) {
                lower_opcodes(shader, LoweringPass::lower_integer_compounds, options);
            },
            body);
    };
    CHECK(lowered_text({.groups = lowering_groups({LoweringGroup::saturating})}) == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = iadd %1.x, %1.y
        %3:1 = ult %2, %1.x
        %4:32 = const 0xffffffff
        %5:32 = bcsel %3, %4, %2
        %6:32 = uhadd %1.x, %5
        store_output %6, %0 {write_mask=x}
)");
    CHECK(lowered_text({.bit_sizes = 64}) == body);
}

TEST_CASE("lists of passes name the groups of opcodes to lower") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = fsat %1.x
        %3:32 = seq %2, %1.y
        %4:32 = uclz %3
        %5:32 = find_lsb %4
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
        for (const char* name : {"fsat", "seq", "uclz", "find_lsb", "uadd_carry", "_split_x"}) {
            left += text.find(name) != std::string::npos ? std::string(name) + " " : "";
        }
        return left;
    };
    CHECK(opcodes_left("lower_float_compounds:clamps") == "seq uclz find_lsb uadd_carry _split_x ");
    CHECK(opcodes_left("lower_float_compounds") == "uclz find_lsb uadd_carry _split_x ");
    CHECK(opcodes_left("lower_bit_counts:find_msb") == "fsat seq find_lsb uadd_carry _split_x ");
    CHECK(opcodes_left("lower_integer_compounds:carries") == "fsat seq uclz find_lsb _split_x ");
    CHECK(opcodes_left("lower_integer_compounds:bit_sizes=64") ==
          "fsat seq uclz find_lsb uadd_carry _split_x ");
    CHECK(opcodes_left("lower_pack_unpack:scalars") == "fsat seq uclz find_lsb uadd_carry ");
}

TEST_CASE("what a lowering makes is lowered where it is of a group asked for") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = find_lsb %1.x
        store_output %2, %0 {write_mask=x}
)";
    const auto has_bit_count = [&](const LowerOpcodesOptions& options) {
        const std::string text = after(
            [&](Shader& shader) { lower_opcodes(shader, LoweringPass::lower_bit_counts, options); },
            body);
        CHECK(text.find("find_lsb") == std::string::npos);
        return text.find("bit_count") != std::string::npos;
    };
    CHECK(has_bit_count({.groups = lowering_groups({LoweringGroup::find_lsb})}));
    CHECK_FALSE(has_bit_count({}));
}

TEST_CASE("what a target lacks is lowered, of whichever pass, until it lacks nothing") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = find_lsb %1.x
        %3:32 = bit_count %1.y
        %4:32 = fpow %1.z, %1.w
        store_output %2, %0 {write_mask=x}
        store_output %3, %0 {write_mask=x}
        store_output %4, %0 {write_mask=x}
)";
    std::vector<std::string> asked;
    const auto lowered_but = [&](const std::set<std::string>& there) {
        asked.clear();
        return after(
            [&](Shader& shader) {
                lower_lacking(shader, [&](const AluInstruction& alu) {
                    asked.emplace_back(alu.info().name);
                    return there.count(asked.back()) == 0;
                });
            },
            body);
    };
    CHECK(lowered_but({"find_lsb", "bit_count", "fpow"}) == body);
    CHECK(asked == std::vector<std::string>{"find_lsb", "bit_count", "fpow"});

    const std::string counted = lowered_but({"bit_count", "fpow"});
    CHECK(counted.find("find_lsb") == std::string::npos);
    CHECK(std::count(asked.begin(), asked.end(), "bit_count") == 2);
    CHECK(counted.find("fpow") != std::string::npos);

    const std::string nothing = lowered_but({});
    for (const char* name : {"find_lsb", "bit_count", "fpow", "fdiv"}) {
        INFO(name);
        CHECK(nothing.find(name) == std::string::npos);
    }
}

TEST_CASE("exact instructions are lowered to exact ones") {
    const std::string text =
        after([](Shader& shader) { lower_opcodes(shader, LoweringPass::lower_flrp); }, R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = exact flrp %1.x, %1.y, %1.z
        store_output %2, %0 {write_mask=x}
)");
    CHECK(text.find("= exact fmul ") != std::string::npos);
    CHECK(text.find("= fmul ") == std::string::npos);
}

TEST_CASE("angles are brought to one turn without losing places") {
    const auto pass = [](Shader& shader) {
        return lower_opcodes(shader, LoweringPass::lower_trig);
    };
    for (const Opcode opcode : {Opcode::fsin, Opcode::fcos}) {
        LoweredOpcode lowered(opcode, 32, pass);
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
    }
}

TEST_CASE("the high half of a product of truths is nothing") {
    CHECK(after([](Shader& shader) { lower_opcodes(shader, LoweringPass::lower_multiply_high); },
                R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 1
        %2:1 = ieq %0, %1
        %3:1 = imul_high %2, %2
        %4:1 = umul_high %2, %2
        %5:32 = b2i32 %3
        %6:32 = b2i32 %4
        store_output %5, %1 {write_mask=x}
        store_output %6, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 1
        %2:1 = ieq %0, %1
        %3:1 = const false
        %4:1 = const false
        %5:32 = b2i32 %3
        %6:32 = b2i32 %4
        store_output %5, %1 {write_mask=x}
        store_output %6, %1 {write_mask=x}
)");
}

TEST_CASE("forms of an opcode differ in the width of their truth") {
    CHECK(with_boolean_width(Opcode::flt, 32) == Opcode::flt32);
    CHECK(with_boolean_width(Opcode::flt8, 1) == Opcode::flt);
    CHECK(with_boolean_width(Opcode::bcsel, 16) == Opcode::b16csel);
    CHECK(with_boolean_width(Opcode::b32csel, 1) == Opcode::bcsel);
    CHECK(with_boolean_width(Opcode::ball_iequal4, 8) == Opcode::b8all_iequal4);
    CHECK(with_boolean_width(Opcode::fisfinite, 32) == Opcode::fisfinite32);
    CHECK(with_boolean_width(Opcode::fisnormal, 32) == Opcode::fisnormal);
    CHECK(with_boolean_width(Opcode::fadd, 32) == Opcode::fadd);
    CHECK(with_boolean_width(Opcode::i2i1, 32) == Opcode::i2i1);
    CHECK(boolean_width(Opcode::ige16) == 16);
    CHECK(boolean_width(Opcode::iadd) == 0);
}
