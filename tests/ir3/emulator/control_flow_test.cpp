#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

Instruction set_predicate(unsigned component, Condition condition, Operand src0, Operand src1) {
    return compare(Opcode::cmps_u, condition, Operand::predicate(component), src0, src1);
}

// r0.x holds the number of the lane.
Quad numbered_lanes() {
    Quad quad;
    quad.set(r(0, 0), {0, 1, 2, 3});
    return quad;
}

} // namespace

TEST_CASE("kill takes lanes out of the result and lets the others go on") {
    Quad quad = numbered_lanes();
    const RunResult result = quad.run({
        set_predicate(0, Condition::ge, r(0, 0), Operand::immediate(2)),
        nop(6),
        make(Opcode::kill, {}, Operand::predicate(0)),
        move_number(r(1, 0), 7),
    });
    CHECK(result.fault.message == "");
    CHECK(result.live.words[0] == 0b0011);
    CHECK(quad.first(r(1, 0)) == 7);
}

TEST_CASE("kill with an inverted predicate spares the lanes that have it") {
    Quad quad = numbered_lanes();
    const RunResult result = quad.run({
        set_predicate(1, Condition::eq, r(0, 0), Operand::immediate(2)),
        nop(6),
        make(Opcode::kill, {}, Operand::predicate(1, true)),
    });
    CHECK(result.fault.message == "");
    CHECK(result.live.words[0] == 0b0100);
}

TEST_CASE("a program whose lanes were all killed ends at once") {
    Quad quad = numbered_lanes();
    const RunResult result = quad.run({
        set_predicate(0, Condition::lt, r(0, 0), Operand::immediate(4)),
        nop(6),
        make(Opcode::kill, {}, Operand::predicate(0)),
        jump(0),
    });
    CHECK(result.fault.message == "");
    CHECK(result.live.words[0] == 0);
}

TEST_CASE("killed lanes still take part in derivatives") {
    Quad quad = numbered_lanes();
    quad.set(r(1, 0), {bits(1), bits(2), bits(4), bits(8)});
    const RunResult result = quad.run({
        set_predicate(0, Condition::eq, r(0, 0), Operand::immediate(3)),
        nop(6),
        make(Opcode::kill, {}, Operand::predicate(0)),
        sample(Opcode::dsx, r(2, 0), r(1, 0), 1),
    });
    CHECK(result.live.words[0] == 0b0111);
    CHECK(quad.first(r(2, 0)) == bits(4));
}

TEST_CASE("lanes that branch apart meet again at the point marked for it") {
    Quad quad = numbered_lanes();
    CHECK(quad.fault_of({
              set_predicate(0, Condition::ge, r(0, 0), Operand::immediate(2)),
              nop(6),
              branch(Operand::predicate(0), 3),
              move_number(r(1, 0), 10),
              jump(2),
              with_jp(move_number(r(1, 0), 20)),
              with_jp(nop(3)),
              make(Opcode::add_u, r(2, 0), r(1, 0), r(0, 0)),
          }) == "");
    CHECK(quad.get(r(2, 0)) == std::array<std::uint32_t, 4>{10, 11, 22, 23});
}

TEST_CASE("lanes that wait where nothing marks their return are a fault") {
    Quad quad = numbered_lanes();
    const RunResult result = quad.run({
        set_predicate(0, Condition::ge, r(0, 0), Operand::immediate(2)),
        nop(6),
        branch(Operand::predicate(0), 2),
        move_number(r(1, 0), 10),
        nop(1),
    });
    CHECK(result.fault.kind == FaultKind::reconvergence);
    CHECK(result.fault.message ==
          "lanes wait at instruction 4 'nop', which is not marked (jp), since "
          "instruction 2 'br p0.x, #2'");
}

TEST_CASE("a uniform branch needs no mark") {
    Quad quad = numbered_lanes();
    CHECK(quad.fault_of({
              set_predicate(0, Condition::lt, r(0, 0), Operand::immediate(9)),
              nop(6),
              branch(Operand::predicate(0), 2),
              move_number(r(1, 0), 10),
              move_number(r(1, 1), 11),
          }) == "");
    CHECK(quad.first(r(1, 0)) == 0);
    CHECK(quad.first(r(1, 1)) == 11);
}

TEST_CASE("a loop runs until its last lane leaves") {
    Quad quad = numbered_lanes();
    // Lane n goes round n + 1 times.
    CHECK(quad.fault_of({
              move_number(r(1, 0), 0),
              nop(3),
              make(Opcode::add_u, r(1, 0), r(1, 0), Operand::immediate(1)),
              nop(3),
              set_predicate(0, Condition::le, r(1, 0), r(0, 0)),
              nop(6),
              branch(Operand::predicate(0), -4),
              with_jp(nop(1)),
          }) == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{1, 2, 3, 4});
}

TEST_CASE("brao and braa join two predicates, bany and ball the lanes") {
    Quad quad = numbered_lanes();
    const auto with_two = [](Opcode opcode, bool invert) {
        Instruction instruction = branch(Operand::predicate(0), 2);
        instruction.opcode = opcode;
        if (opcode == Opcode::brao || opcode == Opcode::braa) {
            instruction.src1 = Operand::predicate(1, invert);
        }
        return instruction;
    };
    const auto skipped_by = [&](Instruction test) {
        quad.set(r(1, 0), 0);
        CHECK(quad.fault_of({
                  set_predicate(0, Condition::ge, r(0, 0), Operand::immediate(2)),
                  set_predicate(1, Condition::eq, r(0, 0), Operand::immediate(3)),
                  nop(6),
                  test,
                  move_number(r(1, 0), 1),
                  with_jp(nop(1)),
              }) == "");
        unsigned skipped = 0;
        for (unsigned lane = 0; lane < 4; ++lane) {
            skipped |= unsigned{quad.get(r(1, 0))[lane] == 0} << lane;
        }
        return skipped;
    };
    CHECK(skipped_by(with_two(Opcode::brao, false)) == 0b1100);
    CHECK(skipped_by(with_two(Opcode::brao, true)) == 0b1111);
    CHECK(skipped_by(with_two(Opcode::braa, false)) == 0b1000);
    CHECK(skipped_by(with_two(Opcode::braa, true)) == 0b0100);
    CHECK(skipped_by(with_two(Opcode::bany, false)) == 0b1111);
    CHECK(skipped_by(with_two(Opcode::ball, false)) == 0);
}

TEST_CASE("getone lets one lane through") {
    Quad quad = numbered_lanes();
    Instruction elect = jump(2);
    elect.opcode = Opcode::getone;
    CHECK(quad.fault_of({elect, move_number(r(1, 0), 1), with_jp(nop(1))}) == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{1, 0, 0, 0});
}

TEST_CASE("predicated execution steps through both sides and writes on one") {
    Quad quad = numbered_lanes();
    CHECK(quad.fault_of({
              set_predicate(0, Condition::ge, r(0, 0), Operand::immediate(2)),
              nop(6),
              make(Opcode::predt),
              move_number(r(1, 0), 1),
              make(Opcode::predf),
              move_number(r(1, 0), 2),
              make(Opcode::prede),
              move_number(r(1, 1), 3),
          }) == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{2, 2, 1, 1});
    CHECK(quad.get(r(1, 1)) == std::array<std::uint32_t, 4>{3, 3, 3, 3});
}

TEST_CASE("a wave has as many lanes as it is asked for") {
    Emulator emulator(64, Revision::a6xx);
    for (unsigned lane = 0; lane < 64; ++lane) {
        emulator.wave().write(0, false, lane, lane);
    }
    std::vector<std::uint64_t> words;
    for (const Instruction& instruction : {make(Opcode::add_u, r(0, 1), r(0, 0), r(0, 0)), end()}) {
        words.push_back(encode(instruction, Revision::a6xx).word);
    }
    Fault fault;
    const auto program = Executable::prepare(words, Revision::a6xx, fault);
    REQUIRE(program);
    const RunResult result = emulator.run(*program, Environment{});
    CHECK(result.fault.message == "");
    CHECK(result.live == jacquard::LaneMask::first(64));
    CHECK(emulator.wave().read(1, false, 63) == 126);
}
