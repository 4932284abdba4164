// Calls that are prepared once and executed in stretches give the same results as single
// instructions.

#include "fixture.h"

#include <cmath>
#include <limits>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

struct OneByOne : ExecutionObserver {
    void executed(std::uint32_t, jacquard::LaneMask, const Wave&) override {}
};

Instruction varying(Operand dst, unsigned component, bool last = false) {
    Instruction read = make(Opcode::bary_f, dst,
                            Operand::immediate(static_cast<std::int32_t>(component)), r(0, 0));
    read.end_input = last;
    return read;
}

Instruction saturated(Instruction instruction) {
    instruction.saturate = true;
    return instruction;
}

const std::vector<Instruction> kMixed = {
    varying(r(1, 0), 0),
    with_repeat(2, make(Opcode::bary_f, r(1, 1), repeated(Operand::immediate(1)), r(0, 0))),
    nop(3),
    make(Opcode::mad_f32, r(2, 0), c(1, 0), r(1, 0), r(1, 2)),
    make(Opcode::add_f, r(2, 1), negated(r(1, 0)), absolute(r(1, 1))),
    make(Opcode::mul_f, r(2, 2), negated(absolute(r(1, 2))), c(1, 1)),
    with_ss(nop(1)),
    make(Opcode::add_s, r(2, 3), negated(r(1, 3)), Operand::immediate(5)),
    saturated(make(Opcode::add_f, r(3, 0), r(1, 0), r(1, 1))),
    make(Opcode::add_f, hr(20, 0), hr(2, 0), hr(2, 1)),
    with_repeat(1, make(Opcode::mul_f, r(3, 1), repeated(r(1, 0)), c(1, 2))),
    varying(r(4, 0), 4, true),
    make(Opcode::add_f, r(4, 1), r(4, 0), negated(c(1, 3))),
};

const std::vector<Instruction> kOther = {
    varying(r(1, 0), 5),
    make(Opcode::mul_f, r(1, 1), r(1, 0), c(1, 3)),
    make(Opcode::add_f, r(1, 2), r(1, 1), Operand::immediate(0)),
    varying(r(1, 3), 1, true),
};

Executable prepared(std::vector<Instruction> program) {
    program.push_back(end());
    std::vector<std::uint64_t> words;
    for (const Instruction& instruction : program) {
        const EncodeResult encoded = encode(instruction, Revision::a6xx);
        INFO(disassemble(instruction, Revision::a6xx) << ": " << encoded.message());
        REQUIRE(encoded);
        words.push_back(encoded.word);
    }
    Fault fault;
    std::optional<Executable> executable = Executable::prepare(words, Revision::a6xx, fault);
    REQUIRE(executable);
    return std::move(*executable);
}

struct Outcome {
    std::vector<std::uint32_t> registers;
    std::uint64_t steps = 0;
    std::uint64_t slots = 0;
    std::string fault;

    bool operator==(const Outcome&) const = default;
};

Outcome outcome_of(Emulator& emulator, const Executable& program, const Environment& environment,
                   ExecutionObserver* observer) {
    emulator.reset();
    const RunResult result = emulator.run(program, environment, {.check_hazards = false}, observer);
    Outcome outcome{{}, result.steps, result.slots, result.fault.message};
    for (std::uint16_t number = 0; number < 32; ++number) {
        for (unsigned lane = 0; lane < emulator.wave().lanes(); ++lane) {
            outcome.registers.push_back(emulator.wave().read(number, false, lane));
        }
    }
    return outcome;
}

} // namespace

TEST_CASE("ready calls: stretches do what single instructions do, for waves of any size") {
    const Executable mixed = prepared(kMixed);
    const Executable other = prepared(kOther);
    for (const unsigned lanes : {1U, 3U, 4U, 6U, 8U, 64U}) {
        INFO(lanes << " lanes");
        Emulator emulator(lanes, Revision::a6xx);
        std::vector<std::uint32_t> constants(16);
        std::vector<std::uint32_t> varyings(std::size_t{8} * lanes);
        Environment environment;
        environment.constants = constants;
        environment.varyings = varyings;
        OneByOne one_by_one;
        // Programs take turns, and what surrounds them changes.
        for (unsigned round = 0; round < 4; ++round) {
            for (std::size_t i = 0; i < constants.size(); ++i) {
                constants[i] = bits(0.25F * static_cast<float>(i + round) - 1.0F);
            }
            for (std::size_t i = 0; i < varyings.size(); ++i) {
                varyings[i] = bits(std::sin(static_cast<float>(i + 7 * round)));
            }
            for (const Executable* program : {&mixed, &mixed, &other}) {
                const Outcome single = outcome_of(emulator, *program, environment, &one_by_one);
                CHECK(single.fault.empty());
                CHECK(outcome_of(emulator, *program, environment, nullptr) == single);
            }
        }
    }
}

TEST_CASE("ready calls: a sum of a product is rounded once") {
    Quad quad;
    const float a = 1.0F + std::numeric_limits<float>::epsilon();
    quad.set(r(1, 0), {bits(a), bits(a), bits(1e30F), bits(-0.0F)});
    quad.set(r(1, 1), {bits(a), bits(-a), bits(1e30F), bits(1.0F)});
    quad.set(r(1, 2), {bits(-1.0F), bits(1.0F), bits(1.0F), bits(-0.0F)});
    CHECK(quad.fault_of({make(Opcode::mad_f32, r(2, 0), r(1, 0), r(1, 1), r(1, 2))}) == "");
    const auto words = quad.get(r(2, 0));
    CHECK(words[0] == bits(std::fma(a, a, -1.0F)));
    CHECK(words[1] == bits(std::fma(a, -a, 1.0F)));
    CHECK(words[2] == bits(std::numeric_limits<float>::infinity()));
    CHECK(words[3] == bits(-0.0F));
}

TEST_CASE("ready calls: a varying that is not given is a fault at its instruction") {
    Quad quad;
    const std::vector<std::uint32_t> varyings(4 * 4, bits(1.0F));
    quad.environment.varyings = varyings;
    quad.options.check_hazards = false;
    CHECK(quad.fault_of({varying(r(1, 0), 0), varying(r(1, 1), 4), varying(r(1, 2), 1, true)}) ==
          "instruction 1 'bary.f r1.y, 4, r0.x' reads varying component 4, which the program is "
          "not given");
    quad.environment.varyings = {};
    CHECK(quad.fault_of({varying(r(1, 0), 2), varying(r(1, 1), 0, true)}) ==
          "instruction 0 'bary.f r1.x, 2, r0.x' reads varying component 2, which the program is "
          "not given");
}

TEST_CASE("ready calls: a varying behind (ei) is a fault when hazards are looked for") {
    Quad quad;
    const std::vector<std::uint32_t> varyings(4 * 4, bits(1.0F));
    quad.environment.varyings = varyings;
    quad.options.proof = RunOptions::Proof::never;
    const std::vector<Instruction> program = {varying(r(1, 0), 0, true), varying(r(1, 1), 1)};
    CHECK(quad.fault_of(program).find("reads a varying after (ei)") != std::string::npos);
    quad.options.check_hazards = false;
    CHECK(quad.fault_of(program) == "");
}
