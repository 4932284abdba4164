// The encoding of instructions that have no word.

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/finish/encode_graph.h>

#include "fixture.h"

namespace jacquard::ir3::testing {

namespace {

// The error for a program of one instruction without operands, made from line 7 of the text.
Diagnostic error_of(Opcode opcode, Revision revision,
                    std::span<const std::string> source_files = {}) {
    Arena arena;
    Graph graph(arena, revision);
    graph.origins.begin({{7}, {}});
    graph.append(graph.add_block(), graph.make_machine(opcode, 0));
    Program program;
    Diagnostics diagnostics("shader", "");
    CHECK_FALSE(encode_graph(graph, machine_facts(revision), source_files, program, diagnostics));
    REQUIRE(diagnostics.all().size() == 1);
    return diagnostics.all()[0];
}

} // namespace

TEST_CASE("an instruction that the part lacks is not supported, and no fault of the compiler") {
    const Diagnostic error = error_of(Opcode::ccinv, Revision::a6xx);
    CHECK(error.code == "I301");
    CHECK(error.message == "the part has no instruction 'ccinv', which the shader needs");
}

TEST_CASE("an instruction without a word is reported with the line that it was made from") {
    const std::string shader[] = {"shader"};
    const std::string included[] = {"light.glsl"};
    CHECK(error_of(Opcode::ccinv, Revision::a6xx).position == SourcePosition{7, 1});
    CHECK(error_of(Opcode::ccinv, Revision::a6xx, shader).position == SourcePosition{7, 1});
    const Diagnostic error = error_of(Opcode::ccinv, Revision::a6xx, included);
    CHECK(error.position == SourcePosition{});
    REQUIRE(error.notes.size() == 1);
    CHECK(error.notes[0].message == "it comes from light.glsl:7");
}

TEST_CASE("an instruction that the part has, with operands that it cannot have, is a fault of the "
          "compiler") {
    CHECK(error_of(Opcode::add_f, Revision::a6xx).code == "I901");
}

} // namespace jacquard::ir3::testing
