// Runs end in a fault where a part does not do what the words say.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>

#include "fixture.h"

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

struct SameTexel : textures::TextureSampler {
    textures::Texel lookup(const textures::TextureRequest& /*request*/) override {
        return {{1, 2, 3, 4}};
    }
};

std::vector<Instruction> two_sides(unsigned between, unsigned behind) {
    std::vector<Instruction> program = {move_number(r(0, 0), 1), nop(6), make(Opcode::predt),
                                        move_number(r(1, 0), 7), make(Opcode::predf)};
    if (between != 0) {
        program.push_back(nop(between));
    }
    program.insert(program.end(), {move_number(r(1, 0), 8), make(Opcode::prede)});
    if (behind != 0) {
        program.push_back(nop(behind));
    }
    return program;
}

} // namespace

TEST_CASE("errata: lanes do not meet at an end that is marked on a5xx") {
    const std::vector<Instruction> parting = {
        compare(Opcode::cmps_u, Condition::lt, Operand::predicate(0), r(0, 0), c(0, 0)), nop(6),
        branch(Operand::predicate(0), 2), nop(1)};
    for (const Revision revision : {Revision::a4xx, Revision::a5xx, Revision::a6xx}) {
        CAPTURE(name_of(revision));
        Quad quad(revision);
        quad.options.check_reconvergence = true;
        quad.constants[0] = 2;
        quad.set(r(0, 0), {0, 1, 2, 3});
        std::vector<Instruction> program = parting;
        program.push_back(with_jp(end()));
        const RunResult result = quad.run(program);
        CHECK((result.fault.kind == FaultKind::dead_mark) == (revision == Revision::a5xx));
        program.back() = with_jp(nop(1));
        CHECK(quad.fault_of(program) == "");
    }
}

TEST_CASE("errata: predicated parts without slots of rest end in a fault") {
    Quad quad(Revision::a7xx);
    CHECK(quad.fault_of(two_sides(4, 6)) == "");
    CHECK(quad.run(two_sides(3, 6)).fault.kind == FaultKind::predication_slots);
    CHECK(quad.run(two_sides(4, 5)).fault.kind == FaultKind::predication_slots);
    CHECK(quad.fault_of(two_sides(0, 6)) ==
          "instruction 4 'predf' is followed by 0 slots in which nothing is done; this part needs "
          "4");
    quad.options.check_errata = false;
    CHECK(quad.fault_of(two_sides(0, 0)) == "");
    Quad other(Revision::a6xx);
    CHECK(other.fault_of(two_sides(0, 0)) == "");
}

TEST_CASE("errata: a move that does not reach a shared register ends in a fault") {
    const Instruction moves = move(DataType::u16, DataType::u16, hr(48, 0), hr(1, 0));
    Quad quad(Revision::a6xx);
    CHECK(quad.run({moves}).fault.kind == FaultKind::unreliable);
    Quad newer(Revision::a7xx);
    CHECK(newer.fault_of({moves}) == "");
}

TEST_CASE("errata: aliases in two lines of the cache end in a fault") {
    const auto run_behind = [](unsigned words_before) {
        std::vector<std::uint64_t> words(words_before, encode(nop(1), Revision::a7xx).word);
        for (const char* text : {"alias.tex.b32.0 r40.x, r5.x", "sam (f32)(x)r0.x, r40.x, s#0, t#0",
                                 "(sy)nop", "end"}) {
            words.push_back(assemble(text, Revision::a7xx).word);
        }
        Fault fault;
        const std::optional<Executable> program = Executable::prepare(words, Revision::a7xx, fault);
        REQUIRE(program.has_value());
        Quad quad(Revision::a7xx);
        SameTexel textures;
        quad.environment.textures = &textures;
        return quad.emulator.run(*program, quad.environment, quad.options).fault.kind;
    };
    CHECK(run_behind(14) == FaultKind::none);
    CHECK(run_behind(15) == FaultKind::alias_table);
    CHECK(run_behind(16) == FaultKind::none);
}

TEST_CASE("errata: what only comes behind the fault is not looked at") {
    // Lanes jump over it.
    Quad quad(Revision::a6xx);
    CHECK(quad.fault_of({jump(2), move(DataType::u16, DataType::u16, hr(48, 0), hr(1, 0))}) == "");
}
