// Selection rules and lowering, held against what NIR says each opcode computes: every scalar
// opcode that compiles is run by the emulator on edge values and random ones.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/fold/constant_evaluator.h>

#include "fixture.h"

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <random>

namespace jacquard::ir3::testing {

namespace {

constexpr unsigned kLanes = 64;
constexpr unsigned kMaxSources = 4;

constexpr std::array<std::uint32_t, 22> kEdges = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x40000000, 0x3f000000, 0xc0490fdb, 0x7f800000,
    0xff800000, 0x7fc00000, 0x00000001, 0x7fffffff, 0xffffffff, 0x80000001, 0x0000001f, 0x00000020,
    0x00010000, 0x4b800000, 0x42c80000, 0x3dcccccd, 0x0000ffff, 0x00000003};

// Opcodes whose lowering takes a quotient for exact that is a product with a reciprocal, or an
// angle in radians that is rounded: one step off there changes the whole result.
bool is_approximation(std::string_view name) {
    return name == "fmod" || name == "frem" || name == "fsin_mdg" || name == "fcos_mdg";
}

// Opcodes whose lowering rounds more often than the opcode itself. (A quotient is a product with a
// reciprocal, a power goes through a logarithm.)
double tolerance_of(const std::string& name) {
    static const std::map<std::string, double> kTolerances = {
        {"fdiv", 1e-6}, {"fpow", 1e-4}, {"ldexp", 1e-6}};
    const auto found = kTolerances.find(name);
    return found == kTolerances.end() ? 0 : found->second;
}

bool is_scalar(const nir::OpcodeInfo& info) {
    if (info.num_sources > kMaxSources || info.output_components > 1) {
        return false;
    }
    const auto fits = [](const nir::AluType& type) {
        return type.bit_size == 0 || type.bit_size == 32 || type.bit_size == 1;
    };
    for (unsigned i = 0; i < info.num_sources; ++i) {
        if (info.source_components[i] > 1 || !fits(info.source_types[i])) {
            return false;
        }
    }
    return fits(info.output_type);
}

// out.x = opcode(in0.x, in1.x, …); 1-bit sources are the lowest bits of the inputs.
std::unique_ptr<nir::Shader> make_shader(nir::Opcode opcode) {
    const nir::OpcodeInfo& info = nir::opcode_info(opcode);
    auto shader = std::make_unique<nir::Shader>(nir::Stage::vertex);
    shader->info.inputs.resize(kMaxSources);
    shader->info.outputs.push_back({.semantic = nir::Semantic::position});
    nir::Function* function = shader->add_function("main", true);
    nir::Builder b(*function);
    b.exact = true;
    nir::SsaDef* zero = b.imm_int(0);
    std::vector<nir::Operand> operands;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        nir::SsaDef* value = &b.load_input(1, 32, zero)->set_base(static_cast<int>(i))->value;
        if (info.source_types[i].base == nir::BaseType::bool_type) {
            value = b.ine(b.iand(value, b.imm_int(1)), zero);
        }
        operands.emplace_back(value);
    }
    nir::SsaDef* result = b.alu(opcode, operands);
    if (result->bit_size == 1) {
        result = b.b2i32(result);
    }
    b.store_output(b.vec({result, zero, zero, zero}), zero)->set_base(0)->set_write_mask(1);
    function->link_blocks();
    return shader;
}

std::uint32_t expected(nir::Opcode opcode, const std::array<std::uint32_t, kMaxSources>& words) {
    const nir::OpcodeInfo& info = nir::opcode_info(opcode);
    std::array<nir::ConstantValue, kMaxSources> values;
    std::array<const nir::ConstantValue*, kMaxSources> sources{};
    for (unsigned i = 0; i < info.num_sources; ++i) {
        const bool is_bool = info.source_types[i].base == nir::BaseType::bool_type;
        values[i] = nir::constant_from_bits(is_bool ? words[i] & 1 : words[i], is_bool ? 1 : 32);
        sources[i] = &values[i];
    }
    nir::ConstantValue result;
    REQUIRE(nir::evaluate(opcode, 32, 1, sources.data(), &result, {}));
    return result.u32;
}

bool agrees(std::uint32_t expected_bits, std::uint32_t computed_bits, bool is_float,
            double tolerance) {
    if (expected_bits == computed_bits) {
        return true;
    }
    if (!is_float) {
        return false;
    }
    const auto want = static_cast<double>(std::bit_cast<float>(expected_bits));
    const auto have = static_cast<double>(std::bit_cast<float>(computed_bits));
    if (std::isnan(want) || std::isnan(have)) {
        return (std::isnan(want) && std::isnan(have)) || tolerance > 0;
    }
    if (std::isinf(want) || std::isinf(have) || std::fabs(want) < 1e-30) {
        return tolerance > 0 || want == have;
    }
    return std::fabs(want - have) <= tolerance * std::fabs(want);
}

// Reports the first lane that differs.
void check_opcode(nir::Opcode opcode, const Program& program, std::mt19937& random) {
    const nir::OpcodeInfo& info = nir::opcode_info(opcode);
    Fault fault;
    const auto executable = Executable::prepare(program.words, Revision::a6xx, fault);
    INFO(info.name << ": " << fault.message << '\n' << assembly_of(program));
    REQUIRE(executable.has_value());
    Emulator emulator(kLanes, Revision::a6xx);
    std::vector<std::uint32_t> constants(program.immediates.values);
    constants.resize(64);
    Environment environment;
    environment.constants = constants;
    for (unsigned round = 0; round < 12; ++round) {
        std::array<std::array<std::uint32_t, kMaxSources>, kLanes> words{};
        emulator.reset();
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            for (unsigned i = 0; i < info.num_sources; ++i) {
                const auto pick = static_cast<std::uint32_t>(random());
                words[lane][i] = round < 8    ? kEdges[pick % kEdges.size()]
                                 : round < 10 ? std::bit_cast<std::uint32_t>(
                                                    static_cast<float>(pick % 4096) / 64.0F - 32.0F)
                                              : pick;
            }
            for (const ProgramInput& input : program.inputs) {
                emulator.wave().write(input.location.number, false, lane, words[lane][input.index]);
            }
        }
        const RunResult result = emulator.run(*executable, environment);
        INFO(info.name << ": " << result.fault.message << '\n' << assembly_of(program));
        REQUIRE_FALSE(static_cast<bool>(result.fault));
        const bool is_float = info.output_type.base == nir::BaseType::float_type;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            const std::uint32_t want = expected(opcode, words[lane]);
            const std::uint32_t have =
                emulator.wave().read(program.outputs[0].location.number, false, lane);
            INFO(info.name << std::hex << " of " << words[lane][0] << ' ' << words[lane][1] << ' '
                           << words[lane][2] << " expected " << want << " computed " << have);
            REQUIRE(agrees(want, have, is_float, tolerance_of(std::string(info.name))));
        }
    }
}

} // namespace

TEST_CASE("selection: what is selected computes what NIR says") {
    std::mt19937 random(1);
    unsigned compiled = 0;
    std::string refused;
    for (std::size_t i = 0; i < nir::kNumOpcodes; ++i) {
        const auto opcode = static_cast<nir::Opcode>(i);
        const nir::OpcodeInfo& info = nir::opcode_info(opcode);
        if (!is_scalar(info) || is_approximation(info.name)) {
            continue;
        }
        const auto shader = make_shader(opcode);
        Diagnostics diagnostics;
        CompileOptions options;
        options.precise = true;
        const auto program = compile(*shader, options, diagnostics);
        if (!program.has_value()) {
            refused += ' ' + std::string(info.name);
            CHECK(diagnostics.all()[0].code == "I301");
            continue;
        }
        check_opcode(opcode, *program, random);
        ++compiled;
    }
    WARN(compiled << " opcodes agree; not supported yet:" << refused);
    CHECK(compiled > 80);
}

} // namespace jacquard::ir3::testing
