#include "fixture.h"

#include <vector>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

using Proof = RunOptions::Proof;

// Returns the fault of a program after a prefetch of r3.xy.
std::string fault_after_prefetch(const std::vector<Instruction>& program, Proof proof) {
    Quad quad;
    quad.options.proof = proof;
    TexturePrefetch prefetch;
    prefetch.destination = {component(3, 0), false};
    prefetch.write_mask = 0b0011;
    quad.emulator.prefetch(prefetch, quad.environment);
    return quad.fault_of(program);
}

} // namespace

TEST_CASE("what was outstanding before a proven program is watched until it has arrived") {
    const Instruction use = make(Opcode::add_f, r(4, 0), r(3, 0), r(3, 1));
    const Instruction overwrite = make(Opcode::add_f, r(3, 1), r(5, 0), r(5, 1));
    const Instruction other = make(Opcode::add_f, r(4, 1), r(5, 0), r(5, 1));
    for (const std::vector<Instruction>& program :
         {std::vector{use}, std::vector{with_sy(use)}, std::vector{other, use},
          std::vector{with_ss(use)}, std::vector{other, with_sy(nop(1)), use},
          std::vector{overwrite}, std::vector{with_sy(other), overwrite}}) {
        CHECK(fault_after_prefetch(program, Proof::at_once) ==
              fault_after_prefetch(program, Proof::never));
    }
    CHECK(fault_after_prefetch({use}, Proof::at_once) ==
          "instruction 0 'add.f r4.x, r3.x, r3.y' reads r3.x without (sy) after the texture "
          "prefetch, whose result is pending");
}

TEST_CASE("a hazard is found in every run, however often the program was watched") {
    const std::vector<Instruction> program = {
        make(Opcode::rcp, r(0, 0), r(1, 0)),
        make(Opcode::add_f, r(2, 0), r(0, 0), r(1, 0)),
    };
    for (const Proof proof : {Proof::when_it_pays, Proof::at_once, Proof::never}) {
        Quad quad;
        quad.options.proof = proof;
        std::vector<std::uint64_t> words;
        for (const Instruction& instruction : {program[0], program[1], end()}) {
            words.push_back(encode(instruction, quad.revision).word);
        }
        Fault fault;
        const auto executable = Executable::prepare(words, quad.revision, fault);
        REQUIRE(executable);
        for (unsigned turn = 0; turn < 50; ++turn) {
            quad.emulator.reset();
            const RunResult result = quad.emulator.run(*executable, quad.environment, quad.options);
            CHECK(result.fault.kind == FaultKind::missing_sync);
            CHECK(result.fault.instruction == 1);
            CHECK(result.steps == 2);
        }
    }
}

TEST_CASE("the steps and slots of a program do not depend on who watches it") {
    Quad quad;
    const std::vector<Instruction> program = {
        with_repeat(2, make(Opcode::add_f, r(0, 0), r(4, 0), c(1, 0))),
        nop(3),
        make(Opcode::mul_f, r(5, 0), r(0, 2), Operand::table_immediate(1)),
        move(r(6, 0), c(2, 0)),
    };
    quad.options.proof = Proof::never;
    const RunResult watched = quad.run(program);
    quad.options.proof = Proof::at_once;
    const RunResult proven = quad.run(program);
    quad.options.check_hazards = false;
    const RunResult unchecked = quad.run(program);
    CHECK(watched.fault.message == "");
    CHECK(proven.steps == watched.steps);
    CHECK(proven.slots == watched.slots);
    CHECK(unchecked.slots == watched.slots);
}

TEST_CASE("a fault within a stretch stops at its instruction") {
    for (const bool checks : {true, false}) {
        Quad quad;
        quad.options.check_hazards = checks;
        quad.options.proof = Proof::at_once;
        quad.set(r(4, 0), bits(2));
        const RunResult result = quad.run({
            make(Opcode::add_f, r(0, 0), r(4, 0), r(4, 0)),
            make(Opcode::add_f, r(0, 1), r(4, 0), c(64, 0)),
            make(Opcode::add_f, r(0, 2), r(4, 0), r(4, 0)),
        });
        CHECK(result.fault.message == "instruction 1 'add.f r0.y, r4.x, c64.x' reads c64.x, but "
                                      "the constant file has 64 vectors");
        CHECK(result.steps == 2);
        CHECK(result.slots == 1);
        CHECK(quad.first(r(0, 0)) == bits(4));
        CHECK(quad.first(r(0, 2)) == 0);
    }
}
