// Every rule of instruction selection, on every revision that has it and at every width that it
// takes, nested patterns too: the instructions that it finds are compiled as they stand, the rule
// must be the one that is taken, and the emulator must compute what NIR says of them.

#include <jacquard/generated/ir3/places.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/generated/ir3/select.h>
#include <jacquard/generated/ir3/select_cases.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/isa/codec/bit_helpers.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/support/expression/half.h>

#include "fixture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace jacquard::ir3::testing {

namespace {

constexpr unsigned kLanes = 64;
constexpr unsigned kMaxInputs = 4;
constexpr unsigned kRounds = 6;

using Words = std::array<std::uint32_t, kMaxInputs>;
using Kind = SelectionCaseNode::Kind;

std::span<const SelectionCaseNode> nodes_of(const SelectionCase& found) {
    return std::span(kSelectionCaseNodes).subspan(found.first, found.count);
}

// Notes which rules were taken for the last instruction of a case.
class Taken : public PassObserver {
  public:
    void after_pass(std::string_view /*pass*/, const Graph& /*graph*/) override {}
    void after_selection(const nir::AluInstruction& alu, unsigned rule) override {
        if (&alu.value == root) {
            rules.insert(rule);
        }
    }
    const nir::SsaDef* root = nullptr;
    std::set<unsigned> rules;
};

// out.x = what the case finds of in0.x, in1.x, …; narrow inputs are the low bits.
std::unique_ptr<nir::Shader> make_shader(const SelectionCase& tried, Taken& taken) {
    auto shader = std::make_unique<nir::Shader>(nir::Stage::vertex);
    shader->info.inputs.resize(kMaxInputs);
    shader->info.outputs.push_back({.semantic = nir::Semantic::position});
    nir::Function* function = shader->add_function("main", true);
    nir::Builder b(*function);
    nir::SsaDef* zero = b.imm_int(0);
    std::vector<nir::SsaDef*> made;
    for (const SelectionCaseNode& node : nodes_of(tried)) {
        b.exact = tried.exact;
        if (node.kind == Kind::constant) {
            made.push_back(b.imm_int(node.bits, node.width));
        } else if (node.kind == Kind::input) {
            nir::SsaDef* value = &b.load_input(1, 32, zero)->set_base(node.input)->value;
            made.push_back(node.width == 32   ? value
                           : node.width == 16 ? b.u2u16(value)
                                              : b.uge(b.iand(value, b.imm_int(1)), b.imm_int(1)));
        } else {
            std::vector<nir::Operand> operands;
            for (unsigned i = 0; i < node.num_sources; ++i) {
                operands.emplace_back(made[node.sources[i]]);
            }
            made.push_back(b.alu(node.opcode, operands));
        }
        REQUIRE(made.back()->bit_size == node.width);
    }
    nir::SsaDef* result = made.back();
    taken.root = result;
    b.exact = true;
    result = result->bit_size == 1    ? b.b2i32(result)
             : result->bit_size == 16 ? b.u2u32(result)
                                      : result;
    b.store_output(b.vec({result, zero, zero, zero}), zero)->set_base(0)->set_write_mask(1);
    function->link_blocks();
    return shader;
}

struct Expected {
    std::uint32_t bits = 0;
    double largest = 0; // magnitude of the floats on the way
};

bool reads_float(const SelectionCase& tried, unsigned place) {
    for (const SelectionCaseNode& node : nodes_of(tried)) {
        for (unsigned i = 0; i < node.num_sources; ++i) {
            if (node.kind == Kind::op && node.sources[i] == place &&
                nir::opcode_info(node.opcode).source_types[i].base == nir::BaseType::float_type) {
                return true;
            }
        }
    }
    return false;
}

double as_float(std::uint32_t bits, unsigned width) {
    return width == 16 ? static_cast<double>(half_to_float(static_cast<std::uint16_t>(bits)))
                       : static_cast<double>(std::bit_cast<float>(bits));
}

Expected expected(const SelectionCase& tried, const Words& words) {
    std::vector<nir::ConstantValue> values;
    Expected result;
    for (const SelectionCaseNode& node : nodes_of(tried)) {
        nir::ConstantValue value;
        if (node.kind == Kind::op) {
            std::array<const nir::ConstantValue*, 4> sources{};
            for (unsigned i = 0; i < node.num_sources; ++i) {
                sources[i] = &values[node.sources[i]];
            }
            // The width of the instruction is that of its first operand without a fixed one.
            const nir::OpcodeInfo& info = nir::opcode_info(node.opcode);
            unsigned width = node.width;
            for (unsigned i = 0; i < node.num_sources; ++i) {
                if (info.source_types[i].bit_size == 0) {
                    width = nodes_of(tried)[node.sources[i]].width;
                }
            }
            REQUIRE(nir::evaluate(node.opcode, width, 1, sources.data(), &value, {}));
        } else {
            value = nir::constant_from_bits(
                node.kind == Kind::constant ? node.bits : words[node.input], node.width);
        }
        if (reads_float(tried, static_cast<unsigned>(values.size()))) {
            result.largest = std::max(result.largest, std::fabs(as_float(value.u32, node.width)));
        }
        values.push_back(value);
    }
    result.bits = values.back().u32;
    return result;
}

bool agrees(const SelectionCase& tried, const Expected& want, std::uint32_t have) {
    const SelectionCaseNode& root = nodes_of(tried).back();
    if (want.bits == have) {
        return true;
    }
    const bool is_float =
        nir::opcode_info(root.opcode).output_type.base == nir::BaseType::float_type ||
        tried.tolerance > 0;
    if (!is_float) {
        return false;
    }
    const double first = as_float(want.bits, root.width);
    const double second = as_float(have, root.width);
    if (std::isnan(first) || std::isnan(second)) {
        return std::isnan(first) && std::isnan(second);
    }
    const double unit =
        std::max({1.0, want.largest, std::fabs(first)}) * (root.width == 16 ? 0x1p-10 : 0x1p-23);
    return first == second || std::fabs(first - second) <= tried.tolerance * unit;
}

bool is_narrow(const SelectionCase& tried, unsigned input) {
    const auto nodes = nodes_of(tried);
    return std::any_of(nodes.begin(), nodes.end(), [&](const SelectionCaseNode& node) {
        return node.kind == Kind::input && node.input == input && node.width == 16;
    });
}

// A value for an input of a case.
std::uint32_t value_for(const SelectionCase& tried, unsigned input, std::mt19937& random) {
    constexpr std::array<std::uint32_t, 16> kEdges = {
        0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x40000000, 0x3f000000,
        0x7f800000, 0x7fc00000, 0x00000001, 0x7fffffff, 0xffffffff, 0x0000001f,
        0x00010000, 0x3c003c00, 0xbc00bc00, 0x00008000};
    if (tried.highest > 0) {
        std::uniform_real_distribution<float> magnitude(tried.lowest, tried.highest);
        const float value = magnitude(random) * ((random() & 1) != 0 ? -1.0F : 1.0F);
        return is_narrow(tried, input) ? float_to_half(value) : std::bit_cast<std::uint32_t>(value);
    }
    const auto pick = static_cast<std::uint32_t>(random());
    return (pick & 3) == 0 ? static_cast<std::uint32_t>(random())
           : (pick & 3) == 1
               ? std::bit_cast<std::uint32_t>(static_cast<float>(pick % 4096) / 64.0F - 32.0F)
               : kEdges[(pick >> 2) % kEdges.size()];
}

// Reports the first lane that differs.
void run(const SelectionCase& tried, const Program& program, Revision revision,
         std::mt19937& random) {
    Fault fault;
    const auto executable = Executable::prepare(program.words, revision, fault);
    INFO(fault.message << '\n' << assembly_of(program));
    REQUIRE(executable.has_value());
    Emulator emulator(kLanes, revision);
    std::vector<std::uint32_t> constants(program.immediates.values);
    constants.resize(64);
    Environment environment;
    environment.constants = constants;
    for (unsigned round = 0; round < kRounds; ++round) {
        std::array<Words, kLanes> words{};
        emulator.reset();
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            for (unsigned i = 0; i < kMaxInputs; ++i) {
                words[lane][i] = value_for(tried, i, random);
            }
            for (const ProgramInput& input : program.inputs) {
                emulator.wave().write(input.location.number, false, lane, words[lane][input.index]);
            }
        }
        const RunResult result = emulator.run(*executable, environment);
        INFO(result.fault.message << '\n' << assembly_of(program));
        REQUIRE_FALSE(static_cast<bool>(result.fault));
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            const Expected want = expected(tried, words[lane]);
            const std::uint32_t have =
                emulator.wave().read(program.outputs[0].location.number, false, lane);
            INFO(std::hex << words[lane][0] << ' ' << words[lane][1] << ' ' << words[lane][2]
                          << " expected " << want.bits << " computed " << have);
            REQUIRE(agrees(tried, want, have));
        }
    }
}

} // namespace

TEST_CASE("selection: every rule is taken for what it finds and computes the same") {
    std::mt19937 random(1);
    std::set<unsigned> reached;
    std::size_t runs = 0;
    for (const SelectionCase& tried : kSelectionCases) {
        const SelectionRule& rule = selection_rules()[tried.rule];
        for (unsigned i = 0; i < kNumRevisions; ++i) {
            const auto revision = static_cast<Revision>(i);
            if (!in_set(revision, tried.revisions)) {
                continue;
            }
            INFO(place(rule.place) << ": " << rule.pattern << " on " << name_of(revision));
            Taken taken;
            const auto shader = make_shader(tried, taken);
            CompileOptions options;
            options.gpu = tried.part != 0 ? tried.part : first_part(revision);
            options.precise = tried.precise;
            options.observer = &taken;
            Diagnostics diagnostics;
            const auto program = compile_lowered(*shader, options, diagnostics);
            INFO((diagnostics.all().empty() ? std::string() : diagnostics.all()[0].message));
            REQUIRE(program.has_value());
            REQUIRE(taken.rules == std::set<unsigned>{tried.rule});
            reached.insert(tried.rule);
            run(tried, *program, revision, random);
            ++runs;
        }
    }
    CHECK(reached.size() == selection_rules().size());
    CHECK(runs > selection_rules().size());
}

} // namespace jacquard::ir3::testing
