// Features that a revision lacks though its words can encode them: a program that uses one ends in
// a fault.

#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr Revision kRevisions[] = {Revision::a3xx, Revision::a4xx, Revision::a5xx,
                                   Revision::a6xx, Revision::a7xx, Revision::a8xx};

struct AnyTexel : textures::TextureSampler {
    textures::Texel lookup(const textures::TextureRequest& /*request*/) override {
        return {{1, 2, 3, 4}};
    }
};

// The revisions, by their hundreds, on which the instruction faults for want of something.
std::string lacking(const Instruction& instruction, const std::string& what) {
    std::string found;
    for (const Revision revision : kRevisions) {
        Quad quad(revision);
        AnyTexel textures;
        const std::vector<std::uint32_t> varyings(64);
        quad.environment.textures = &textures;
        quad.environment.varyings = varyings;
        quad.options.check_hazards = false;
        const RunResult result = quad.run({instruction, nop(6), nop(6), nop(6)});
        INFO(result.fault.message);
        const bool lacks = result.fault.message.find(" needs " + what + ", which this machine") !=
                           std::string::npos;
        CHECK((lacks || result.fault.message.empty()));
        CHECK((!lacks || result.fault.kind == FaultKind::unsupported));
        found += lacks ? std::string(name_of(revision)) + ' ' : "";
    }
    return found;
}

Instruction projected(bool three_coordinates) {
    Instruction lookup = sample(Opcode::sam, r(4, 0), r(0, 0));
    lookup.is_projected = true;
    lookup.is_3d = three_coordinates;
    return lookup;
}

} // namespace

TEST_CASE("missing: (nopN) from a3xx to a5xx") {
    Instruction add = make(Opcode::add_f, r(1, 0), r(0, 0), r(0, 1));
    add.nop_count = 2;
    CHECK(lacking(add, "(nopN)") == "a3xx a4xx a5xx ");
}

TEST_CASE("missing: private memory before a5xx") {
    Instruction load = make(Opcode::ldp, r(1, 0), r(0, 0));
    load.type = DataType::u32;
    load.size = 1;
    CHECK(lacking(load, "private memory") == "a3xx a4xx ");
}

TEST_CASE("missing: a second predicate register before a6xx") {
    const Instruction write =
        compare(Opcode::cmps_f, Condition::lt, Operand::predicate(1), r(0, 0), r(0, 1));
    CHECK(lacking(write, "a register of this number") == "a3xx a4xx a5xx ");
    CHECK(lacking(branch(Operand::predicate(3), 2), "a register of this number") ==
          "a3xx a4xx a5xx ");
}

TEST_CASE("missing: predicates by logic before a6xx") {
    const Instruction both = make(Opcode::and_b, Operand::predicate(0), r(0, 0), r(0, 1));
    CHECK(lacking(both, "predicates made by logic") == "a3xx a4xx a5xx ");
    const Instruction compared =
        compare(Opcode::cmps_s, Condition::lt, Operand::predicate(0), r(0, 0), r(0, 1));
    CHECK(lacking(compared, "") == "");
}

TEST_CASE("missing: branches on two predicates and predicated execution before a6xx") {
    Instruction either = make(Opcode::brao, {}, Operand::predicate(0), Operand::predicate(0));
    either.target = 1;
    CHECK(lacking(either, "a second predicate") == "a3xx a4xx a5xx ");
    CHECK(lacking(make(Opcode::predt), "predicated execution") == "a3xx a4xx a5xx ");
}

TEST_CASE("missing: branches beyond 16 bits on a3xx, 20 on a4xx") {
    for (const auto& [distance, without] :
         {std::pair(32'767, ""), {32'768, "a3xx "}, {524'287, "a3xx "}, {524'288, "a3xx a4xx "}}) {
        std::string found;
        for (const Revision revision : kRevisions) {
            Quad quad(revision);
            const RunResult result = quad.run({jump(distance)});
            const bool lacks =
                result.fault.message.find("branches as far as this") != std::string::npos;
            CHECK(lacks != (result.fault.kind == FaultKind::control_flow));
            found += lacks ? std::string(name_of(revision)) + ' ' : "";
        }
        INFO(distance);
        CHECK(found == without);
    }
}

TEST_CASE("missing: (rptN) of varyings before a6xx") {
    const Instruction once = make(Opcode::bary_f, r(1, 0), Operand::immediate(0), r(0, 0));
    CHECK(lacking(once, "") == "");
    CHECK(lacking(with_repeat(
                      1, make(Opcode::bary_f, r(1, 0), repeated(Operand::immediate(0)), r(0, 0))),
                  "(rptN) for varyings") == "a3xx a4xx a5xx ");
}

TEST_CASE("missing: loads of varyings on a3xx") {
    Instruction load = make(Opcode::ldlv, r(1, 0));
    load.type = DataType::u32;
    load.size = 1;
    CHECK(lacking(load, "loads of varyings") == "a3xx ");
}

TEST_CASE("missing: divisions of coordinates from a4xx on, and of three of them everywhere") {
    CHECK(lacking(projected(false), "a division of these coordinates") ==
          "a4xx a5xx a6xx a7xx a8xx ");
    CHECK(lacking(projected(true), "a division of these coordinates") ==
          "a3xx a4xx a5xx a6xx a7xx a8xx ");
}

TEST_CASE("missing: gathers of integers on a4xx") {
    Instruction gather = sample(Opcode::gather4r, r(4, 0), r(0, 0));
    CHECK(lacking(gather, "") == "");
    gather.type = DataType::u32;
    CHECK(lacking(gather, "gathers of integers as they are") == "a4xx ");
}

TEST_CASE("missing: fetches of samples on a3xx") {
    CHECK(lacking(sample(Opcode::isamm, r(4, 0), r(0, 0)), "fetches of samples") == "a3xx ");
}

TEST_CASE("missing: fine derivatives before a6xx") {
    Instruction fine = sample(Opcode::dsxpp_1, r(1, 0), r(0, 0), 1);
    fine.is_projected = true;
    CHECK(lacking(fine, "fine derivatives") == "a3xx a4xx a5xx ");
    CHECK(lacking(sample(Opcode::dsx, r(1, 0), r(0, 0), 1), "") == "");
}

TEST_CASE("missing: bindless descriptors before a6xx") {
    Instruction lookup = sample(Opcode::sam, r(4, 0), r(0, 0));
    lookup.by_descriptor = true;
    lookup.descriptor_mode = DescriptorMode::bindless_uniform;
    lookup.src2 = r(3, 0);
    CHECK(lacking(lookup, "bindless descriptors") == "a3xx a4xx a5xx ");
    lookup.descriptor_mode = DescriptorMode::uniform;
    lookup.src2 = hr(3, 0);
    CHECK(lacking(lookup, "") == "");
}

TEST_CASE("missing: registers with one value for all lanes on a3xx and a4xx") {
    CHECK(lacking(move(r(48, 0), r(0, 0)), "a register of this number") == "a3xx a4xx ");
    CHECK(lacking(move(r(47, 3), r(0, 0)), "") == "");
}

TEST_CASE("missing: the unit for shared registers is one of parts, not of a6xx as a whole") {
    // Without the unit the next reader must take (ss).
    const std::vector<Instruction> program = {move(r(48, 0), c(0, 0)), move(r(48, 1), r(48, 0)),
                                              end()};
    std::vector<std::uint64_t> words;
    for (const Instruction& instruction : program) {
        words.push_back(encode(instruction, Revision::a6xx).word);
    }
    std::vector<std::uint32_t> constants(4);
    Environment environment;
    environment.constants = constants;
    for (const auto& [part, works] : {std::pair(630U, false), {660U, true}}) {
        Fault fault;
        const auto executable = Executable::prepare(words, Revision::a6xx, fault, {}, part);
        REQUIRE(executable.has_value());
        Emulator emulator(4, Revision::a6xx);
        INFO(part);
        CHECK(emulator.run(*executable, environment).fault.message.empty() == works);
    }
}
