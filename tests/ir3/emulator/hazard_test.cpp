#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

struct Example {
    const char* name;
    std::vector<Instruction> before;
    unsigned nops;
    unsigned nops_a7xx; // ALU results arrive a slot earlier there
    Instruction last;
};

// Sequences with the number of slots their last instruction needs before it.
std::vector<Example> examples() {
    Instruction with_nop = make(Opcode::add_f, r(1, 0), r(5, 0), r(5, 1));
    with_nop.nop_count = 2;
    return {
        {"ALU to special function",
         {make(Opcode::mul_f, r(4, 0), r(5, 0), r(5, 1))},
         6,
         5,
         make(Opcode::rcp, r(4, 1), r(4, 0))},
        {"ALU to ALU, the later source decides",
         {move(r(1, 0), c(3, 0)), move(r(1, 1), c(3, 0))},
         3,
         2,
         make(Opcode::add_u, r(1, 2), r(1, 0), r(1, 1))},
        {"the third source of a multiply-add is read later",
         {move(r(2, 0), c(3, 0)), move(r(2, 1), c(3, 0)), move(r(2, 2), c(3, 0))},
         2,
         1,
         make(Opcode::mad_f32, r(2, 3), r(2, 0), r(2, 1), r(2, 2))},
        {"repeats that walk together",
         {with_repeat(1, move(r(3, 0), repeated(c(0, 0))))},
         2,
         1,
         with_repeat(1, make(Opcode::mul_f, r(3, 0), repeated(r(3, 0)), r(9, 0)))},
        {"the first element of a repeat is old already",
         {with_repeat(2, move(r(3, 0), repeated(c(0, 0))))},
         1,
         0,
         make(Opcode::mul_f, r(8, 0), r(3, 0), r(9, 0))},
        {"a repeat that reads ahead",
         {with_repeat(1, move(r(3, 0), repeated(c(0, 0))))},
         3,
         2,
         with_repeat(1, make(Opcode::mul_f, r(8, 0), repeated(r(3, 1)), r(9, 0)))},
        {"a select reads its third source with the others",
         {move(r(2, 2), c(3, 0))},
         3,
         2,
         make(Opcode::sel_b32, r(2, 3), r(5, 0), r(5, 1), r(2, 2))},
        {"half of a full register",
         {move(r(0, 0), c(3, 0))},
         6,
         5,
         make(Opcode::add_f, hr(8, 0), hr(0, 1), hr(0, 1))},
        {"a full register of halves",
         {make(Opcode::add_f, hr(0, 1), hr(8, 0), hr(8, 0))},
         6,
         5,
         make(Opcode::add_f, r(5, 0), r(0, 0), r(0, 0))},
        {"ALU to texture",
         {move(r(0, 0), c(3, 0))},
         6,
         5,
         sample(Opcode::dsx, r(5, 0), r(0, 0), 1)},
        {"(nopN) counts", {with_nop}, 1, 0, make(Opcode::add_f, r(1, 1), r(1, 0), r(5, 1))},
        {"a predicate to a branch",
         {compare(Opcode::cmps_f, Condition::lt, Operand::predicate(0), r(5, 0), r(5, 1))},
         6,
         5,
         make(Opcode::kill, {}, Operand::predicate(0))},
        {"an address to a relative operand",
         {[] {
             Instruction load = move(DataType::s16, DataType::s16,
                                     Operand::gpr(kAddressRegister, true), hr(20, 0));
             load.opcode = Opcode::mova;
             return load;
         }()},
         6,
         5,
         move(r(1, 0), Operand::relative_constant(0))},
    };
}

} // namespace

TEST_CASE("the slots that are needed are enough, and one less is a fault") {
    for (const Revision revision : {Revision::a6xx, Revision::a7xx, Revision::a8xx}) {
        for (const Example& example : examples()) {
            CAPTURE(example.name, name_of(revision));
            const unsigned needed = revision == Revision::a7xx ? example.nops_a7xx : example.nops;
            const auto with_nops = [&](unsigned count) {
                std::vector<Instruction> program = example.before;
                if (count != 0) {
                    program.push_back(nop(count));
                }
                program.push_back(example.last);
                return program;
            };
            Quad quad(revision);
            CHECK(quad.fault_of(with_nops(needed)) == "");
            if (needed != 0) {
                CHECK(quad.run(with_nops(needed - 1)).fault.kind == FaultKind::delay_slots);
            }
        }
    }
}

TEST_CASE("a result behind a flag cancels the delay of an older one") {
    Quad quad;
    CHECK(quad.fault_of({
              move(r(6, 0), c(0, 0)),
              make(Opcode::rsq, r(6, 0), r(6, 1)),
              with_ss(make(Opcode::add_f, r(6, 0), r(6, 0), c(0, 0))),
          }) == "");
}

TEST_CASE("outputs need no delay slots") {
    Quad quad;
    CHECK(quad.fault_of({move(r(0, 0), c(0, 0))}) == "");
}

TEST_CASE("separate files have no width mismatch") {
    Quad quad(Revision::a3xx);
    CHECK(quad.fault_of({
              move(r(0, 0), c(3, 0)),
              make(Opcode::add_f, hr(8, 0), hr(0, 1), hr(0, 1)),
          }) == "");
}

TEST_CASE("a fault names both instructions and the slots") {
    Quad quad;
    const RunResult result = quad.run({
        make(Opcode::mul_f, r(4, 0), r(5, 0), r(5, 1)),
        nop(2),
        make(Opcode::add_f, r(0, 0), r(4, 0), r(4, 0)),
    });
    CHECK(result.fault.kind == FaultKind::delay_slots);
    CHECK(result.fault.instruction == 2);
    CHECK(result.fault.other_instruction == 0);
    CHECK(result.fault.message ==
          "instruction 2 'add.f r0.x, r4.x, r4.x' reads r4.x 2 slots after instruction 0 'mul.f "
          "r4.x, r5.x, r5.y' wrote it; 3 are needed");
}

TEST_CASE("the result of a special function needs (ss), to read and to overwrite") {
    const Instruction producer = make(Opcode::rcp, r(0, 0), r(1, 0));
    const Instruction reader = make(Opcode::add_f, r(2, 0), r(0, 0), r(1, 0));
    const Instruction writer = make(Opcode::add_f, r(0, 0), r(1, 0), r(1, 0));
    Quad quad;
    CHECK(quad.fault_of({producer, with_ss(reader)}) == "");
    CHECK(quad.fault_of({producer, with_ss(writer)}) == "");
    CHECK(quad.fault_of({producer, with_ss(nop(1)), reader}) == "");
    CHECK(quad.run({producer, reader}).fault.kind == FaultKind::missing_sync);
    CHECK(quad.run({producer, nop(6), nop(6), reader}).fault.kind == FaultKind::missing_sync);
    CHECK(quad.run({producer, with_sy(reader)}).fault.kind == FaultKind::missing_sync);
    CHECK(quad.fault_of({producer, writer}) ==
          "instruction 1 'add.f r0.x, r1.x, r1.x' overwrites r0.x without (ss) after instruction 0 "
          "'rcp r0.x, r1.x', whose result is pending");
}

TEST_CASE("the result of the texture unit needs (sy)") {
    const Instruction producer = sample(Opcode::dsx, r(0, 0), r(1, 0), 1);
    const Instruction reader = make(Opcode::add_f, r(2, 0), r(0, 0), r(1, 0));
    Quad quad;
    CHECK(quad.fault_of({producer, with_sy(reader)}) == "");
    CHECK(quad.fault_of({with_sy(nop(1)), producer, with_sy(reader)}) == "");
    CHECK(quad.run({producer, with_ss(reader)}).fault.kind == FaultKind::missing_sync);
    CHECK(quad.fault_of({producer, reader}) ==
          "instruction 1 'add.f r2.x, r0.x, r1.x' reads r0.x without (sy) after instruction 0 'dsx "
          "(f32)(x)r0.x, r1.x', whose result is pending");
}

TEST_CASE("one flag waits for everything outstanding of its class") {
    Quad quad;
    CHECK(quad.fault_of({
              make(Opcode::rcp, r(0, 0), r(1, 0)),
              make(Opcode::rsq, r(0, 1), r(1, 1)),
              with_ss(make(Opcode::add_f, r(2, 0), r(0, 0), r(0, 0))),
              make(Opcode::add_f, r(2, 1), r(0, 1), r(0, 1)),
          }) == "");
}

TEST_CASE("a source of a unit that reads late is guarded until a flag") {
    const Instruction special = make(Opcode::rcp, r(0, 0), r(1, 0));
    const Instruction texture = sample(Opcode::dsx, r(0, 0), r(1, 0), 1);
    const Instruction writer = make(Opcode::add_f, r(1, 0), r(2, 0), r(2, 0));
    Quad quad;
    CHECK(quad.run({special, writer}).fault.kind == FaultKind::write_after_read);
    CHECK(quad.run({special, with_sy(writer)}).fault.kind == FaultKind::write_after_read);
    CHECK(quad.fault_of({special, with_ss(writer)}) == "");
    CHECK(quad.fault_of({texture, with_ss(writer)}) == "");
    CHECK(quad.fault_of({texture, with_sy(writer)}) == "");
    CHECK(quad.fault_of({texture, writer}) ==
          "instruction 1 'add.f r1.x, r2.x, r2.x' overwrites r1.x without (ss) or (sy) after "
          "instruction 0 'dsx (f32)(x)r0.x, r1.x', which reads it late");
    CHECK(quad.fault_of({make(Opcode::rcp, r(1, 0), r(1, 0))}) == "");
}

TEST_CASE("what follows a barrier carries both flags") {
    Quad quad;
    Instruction barrier = make(Opcode::bar);
    barrier.reach_global = true;
    CHECK(quad.fault_of({barrier, with_ss(with_sy(nop(1)))}) == "");
    CHECK(quad.fault_of({barrier, make(Opcode::add_f, r(0, 0), r(1, 0), r(1, 0))}) ==
          "instruction 1 'add.f r0.x, r1.x, r1.x' must carry (sy)(ss), because it follows "
          "instruction 0 'bar.g'");
}

TEST_CASE("a nop may take flags for the instruction that must carry them") {
    Quad quad;
    Instruction barrier = make(Opcode::bar);
    barrier.reach_global = true;
    CHECK(quad.fault_of({barrier, with_ss(nop(1)), with_sy(nop(1))}) == "");
    CHECK(quad.fault_of({barrier, with_ss(nop(1))}) ==
          "instruction 2 'end' must carry (sy), because it follows instruction 0 'bar.g'");
}

TEST_CASE("a late reader does not hide an earlier one that another unit makes") {
    Quad quad;
    const Instruction texture = sample(Opcode::dsx, r(0, 0), r(1, 0), 1);
    const Instruction special = make(Opcode::rcp, r(1, 0), r(1, 0));
    CHECK(quad.run({texture, special}).fault.kind == FaultKind::write_after_read);
    CHECK(quad.fault_of({texture, with_ss(nop(1)), special}) == "");
}

TEST_CASE("the registers of a vector are read one after the other") {
    Quad quad;
    const Instruction lookup = sample(Opcode::dsx, r(4, 0), r(0, 0), 3);
    CHECK(quad.fault_of({move(r(0, 0), c(3, 0)), move(r(0, 1), c(3, 0)), nop(5), lookup}) == "");
    CHECK(quad.fault_of({move(r(0, 0), c(3, 0)), move(r(0, 1), c(3, 0)), nop(4), lookup}) != "");
}

TEST_CASE("the end of the preamble carries both flags") {
    Quad quad;
    CHECK(quad.run({make(Opcode::shpe)}).fault.kind == FaultKind::required_flag);
    CHECK(quad.fault_of({with_ss(with_sy(make(Opcode::shpe)))}) == "");
}

TEST_CASE("hazards are looked for only where the caller wants them") {
    Quad quad;
    quad.options.check_hazards = false;
    quad.set(r(1, 0), bits(2));
    CHECK(quad.fault_of({
              make(Opcode::rcp, r(0, 0), r(1, 0)),
              make(Opcode::add_f, r(0, 1), r(0, 0), r(0, 0)),
          }) == "");
    CHECK(quad.first(r(0, 1)) == bits(1));
}

TEST_CASE("a register that nobody wrote is a fault where that is asked for") {
    Quad quad;
    quad.options.check_unwritten = true;
    quad.emulator.mark_written({component(1, 0), false});
    CHECK(quad.fault_of({make(Opcode::add_f, r(0, 0), r(1, 0), r(1, 0))}) == "");
    CHECK(quad.fault_of({make(Opcode::add_f, r(0, 1), r(1, 0), r(1, 1))}) ==
          "instruction 0 'add.f r0.y, r1.x, r1.y' reads r1.y, which was never written");
}

TEST_CASE("what is pending on one side of a branch does not touch the lanes of the other") {
    Quad quad;
    quad.set(r(0, 0), {bits(1), bits(1), bits(0), bits(0)});
    quad.set(r(3, 0), bits(5));
    // Lanes 2 and 3 jump over the special function and use the register for something else.
    const std::vector<Instruction> program = {
        compare(Opcode::cmps_f, Condition::eq, Operand::predicate(0), r(0, 0),
                Operand::table_immediate(0)),
        nop(6),
        branch(Operand::predicate(0), 3),
        make(Opcode::rcp, r(1, 0), r(0, 0)),
        jump(2),
        with_jp(make(Opcode::add_f, r(2, 0), r(1, 0), r(3, 0))),
        with_jp(with_ss(nop(1))),
    };
    CHECK(quad.fault_of(program) == "");
    CHECK(quad.get(r(2, 0)) == std::array<std::uint32_t, 4>{0, 0, bits(5), bits(5)});
}

TEST_CASE("the scalar unit works in order and hands over with (ss)") {
    Quad quad(Revision::a7xx);
    const Instruction first = make(Opcode::add_u, r(48, 0), r(49, 0), r(49, 1));
    const Instruction second = make(Opcode::add_u, r(49, 0), r(48, 0), r(48, 0));
    const Instruction vector = make(Opcode::add_u, r(0, 0), r(48, 0), r(1, 0));
    CHECK(quad.fault_of({first, second}) == "");
    CHECK(quad.fault_of({first, with_ss(vector)}) == "");
    CHECK(quad.run({first, vector}).fault.kind == FaultKind::missing_sync);
    // Without that unit a shared register is written like the result of another unit.
    Quad older(Revision::a6xx);
    CHECK(older.run({first, second}).fault.kind == FaultKind::missing_sync);
}

TEST_CASE("a result left pending in an earlier turn of a loop is not forgotten") {
    Quad quad;
    quad.set(r(1, 0), bits(2));
    const RunResult result = quad.run({
        make(Opcode::add_u, r(3, 0), r(3, 0), Operand::immediate(1)),
        nop(6),
        make(Opcode::rcp, r(0, 0), r(1, 0)),
        compare(Opcode::cmps_u, Condition::lt, Operand::predicate(0), r(3, 0),
                Operand::immediate(2)),
        nop(6),
        branch(Operand::predicate(0), -5),
    });
    CHECK(result.fault.kind == FaultKind::missing_sync);
    CHECK(result.fault.instruction == result.fault.other_instruction);
}
