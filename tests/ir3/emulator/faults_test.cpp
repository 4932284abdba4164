#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

RunResult run_words(std::vector<std::uint64_t> words, RunOptions options = {},
                    Revision revision = Revision::a6xx) {
    Fault fault;
    const auto program = Executable::prepare(words, revision, fault);
    if (!program) {
        RunResult result;
        result.fault = fault;
        return result;
    }
    Emulator emulator(4, revision);
    return emulator.run(*program, Environment{}, options);
}

} // namespace

TEST_CASE("a word that is no instruction is refused by its number") {
    const RunResult result = run_words({0, 0xffffffffffffffff, encode(end(), Revision::a6xx).word});
    CHECK(result.fault.kind == FaultKind::invalid_word);
    CHECK(result.fault.instruction == 1);
    CHECK(result.fault.message ==
          "word 1 '.word 0xffffffffffffffff' is not an instruction of a6xx");
}

TEST_CASE("an instruction whose meaning on a revision is a guess is not executed there") {
    const std::uint64_t load = assemble("ldc.u32 r0.x, r1.x, 2", Revision::a4xx).word;
    const std::uint64_t last = encode(end(), Revision::a4xx).word;
    const RunResult result = run_words({load, last}, {}, Revision::a4xx);
    CHECK(result.fault.kind == FaultKind::unsupported);
    CHECK(result.fault.instruction == 0);
}

TEST_CASE("what stands behind the end is not looked at") {
    CHECK(run_words({encode(end(), Revision::a6xx).word, 0xffffffffffffffff}).fault.message == "");
}

TEST_CASE("a program that runs past its last word is a fault") {
    CHECK(run_words({0, 0}).fault.kind == FaultKind::control_flow);
    CHECK(run_words({}).fault.kind == FaultKind::control_flow);
}

TEST_CASE("a branch out of the program is a fault") {
    Quad quad;
    CHECK(quad.fault_of({jump(-1)}) == "instruction 0 'jump #-1' jumps out of the program");
    CHECK(quad.run({jump(2)}).fault.kind == FaultKind::control_flow);
    CHECK(quad.run({jump(0x7fffffff)}).fault.kind == FaultKind::control_flow);
}

TEST_CASE("a program that does not end is stopped") {
    Quad quad;
    quad.options.maximum_steps = 1000;
    const RunResult result = quad.run({jump(0)});
    CHECK(result.fault.kind == FaultKind::too_many_steps);
    CHECK(result.steps == 1000);
}

TEST_CASE("a read past the constant file is a fault") {
    Quad quad;
    CHECK(
        quad.fault_of({move(r(0, 0), c(64, 1))}) ==
        "instruction 0 'mov.f32f32 r0.x, c64.y' reads c64.y, but the constant file has 64 vectors");
}

TEST_CASE("a relative read outside its file gives 0, or a fault where that is asked for") {
    Quad quad;
    quad.set(r(0, 0), 5);
    quad.emulator.wave().write(kAddressRegister, false, 2, 0xfff0);
    CHECK(quad.fault_of({move(r(0, 0), Operand::relative_constant(0))}) == "");
    CHECK(quad.get(r(0, 0))[2] == 0);
    quad.options.check_relative_reads = true;
    CHECK(quad.fault_of({move(r(0, 0), Operand::relative_constant(0))}) ==
          "instruction 0 'mov.f32f32 r0.x, c<a0.x>' reads component -16 of 256");
}

TEST_CASE("a relative operand outside its file is a fault") {
    Quad quad;
    quad.options.check_relative_reads = true;
    quad.emulator.wave().write(kAddressRegister, false, 2, 0xfff0);
    CHECK(quad.run({move(r(0, 0), Operand::relative_constant(0))}).fault.kind ==
          FaultKind::constant_range);
    CHECK(quad.run({move(r(0, 0), Operand::relative_gpr(0))}).fault.kind ==
          FaultKind::register_range);
    CHECK(quad.run({move(Operand::relative_gpr(0), r(0, 0))}).fault.kind ==
          FaultKind::register_range);
}

TEST_CASE("an instruction the emulator does not execute is a fault, not a guess") {
    Quad quad;
    CHECK(quad.run({make(Opcode::emit)}).fault.kind == FaultKind::unsupported);
}

TEST_CASE("a varying that the program is not given is a fault") {
    Quad quad;
    CHECK(quad.run({make(Opcode::bary_f, r(1, 0), Operand::immediate(1), r(0, 0))}).fault.kind ==
          FaultKind::constant_range);
}

TEST_CASE("any words at all end in a result or a fault") {
    std::uint64_t state = 1;
    const auto random = [&] {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    };
    RunOptions options;
    options.maximum_steps = 200;
    unsigned ran = 0;
    for (unsigned i = 0; i < 20000; ++i) {
        std::vector<std::uint64_t> words;
        for (unsigned n = 0; n < 8; ++n) {
            std::uint64_t word = random();
            Instruction instruction;
            for (unsigned tries = 0; tries < 8 && !decode(word, Revision::a6xx, instruction);
                 ++tries) {
                word = random();
            }
            words.push_back(word);
        }
        words.push_back(encode(end(), Revision::a6xx).word);
        const RunResult result = run_words(words, options);
        ran += result.steps > 1;
    }
    CHECK(ran > 100);
}
