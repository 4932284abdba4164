// Aliases in a lookup, colours that are constants, and instructions that the unit of shared
// registers executes for the whole wave.

#include <jacquard/ir3/isa/assemble/assemble.h>

#include "fixture.h"

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

struct SeenCoordinates : textures::TextureSampler {
    std::vector<std::array<std::uint32_t, 3>> coordinates; // of the first lane
    textures::Texel lookup(const textures::TextureRequest& request) override {
        if (request.lane == 0) {
            coordinates.push_back(request.coordinates);
        }
        return {{1, 2, 3, 4}};
    }
};

std::vector<Instruction> program(std::initializer_list<const char*> lines, Revision revision) {
    std::vector<Instruction> instructions;
    for (const char* line : lines) {
        const AssemblyResult word = assemble(line, revision);
        INFO(line << ": " << word.message);
        REQUIRE(word);
        instructions.push_back(*decode(word.word, revision));
    }
    return instructions;
}

struct LookupQuad : Quad {
    LookupQuad() : Quad(Revision::a7xx) { environment.textures = &seen; }
    RunResult run_text(std::initializer_list<const char*> lines) {
        return run(program(lines, Revision::a7xx));
    }
    SeenCoordinates seen;
};

} // namespace

TEST_CASE("aliases: a lookup reads constants, numbers and registers in place of its own") {
    LookupQuad quad;
    quad.constants[4] = bits(3);
    quad.set(r(5, 0), bits(7));
    quad.set(r(40, 0), bits(100));
    quad.set(r(40, 1), bits(101));
    CHECK(quad.run_text({"alias.tex.f32.1 r40.x, c1.x", "alias.tex.f32.0 r40.y, (0.25)",
                         "sam (f32)(x)r0.x, r40.x, s#0, t#0", "alias.tex.b32.0 r40.y, r5.x",
                         "sam (f32)(x)r1.x, r40.x, s#0, t#0", "sam (f32)(x)r2.x, r40.x, s#0, t#0"})
              .fault.message == "");
    using Place = std::array<std::uint32_t, 3>;
    CHECK(quad.seen.coordinates == std::vector<Place>{{bits(3), bits(0.25F), 0},
                                                      {bits(100), bits(7), 0},
                                                      {bits(100), bits(101), 0}});
    CHECK(quad.first(r(40, 0)) == bits(100));
}

TEST_CASE("aliases: half registers are named apart, and numbers for them have 16 bits") {
    LookupQuad quad;
    quad.set(r(40, 0), bits(5));
    quad.set(r(40, 1), bits(6));
    CHECK(quad.run_text({"alias.tex.f16.0 hr40.x, h(0.5)", "sam (f32)(x)r0.x, r40.x, s#0, t#0",
                         "alias.tex.f16.1 hr40.x, h(0.5)", "alias.tex.f16.0 hr40.y, h(0.25)",
                         "sam (f32)(x)r1.x, hr40.x, s#0, t#0"})
              .fault.message == "");
    REQUIRE(quad.seen.coordinates.size() == 2);
    CHECK(quad.seen.coordinates[0][0] == bits(5));
    CHECK(quad.seen.coordinates[1][0] == bits(0.5F));
    CHECK(quad.seen.coordinates[1][1] == bits(0.25F));
}

TEST_CASE("aliases: a jump into a table is a fault") {
    LookupQuad quad;
    const RunResult result =
        quad.run_text({"jump #2", "alias.tex.b32.1 r40.x, r0.x", "(jp)alias.tex.b32.0 r40.y, r0.y",
                       "sam (f32)(x)r0.x, r40.x, s#0, t#0"});
    CHECK(result.fault.kind == FaultKind::control_flow);
    CHECK(result.fault.message == "instruction 3 'sam (f32)(x)r0.x, r40.x, s#0, t#0' takes 2 "
                                  "aliases, but 1 were made on the way to it");
}

TEST_CASE("aliases: colours that are constants are those of the wave") {
    LookupQuad quad;
    quad.constants[16] = 77;
    CHECK(quad.run_text({"alias.rt.b32.0 rt0.w, c4.x", "alias.rt.f16.0 rt1.y, h(1.0)"})
              .fault.message == "");
    const auto& colors = quad.emulator.wave().colors;
    CHECK(colors[3].bits == 77);
    CHECK_FALSE(colors[3].half);
    CHECK(colors[5].bits == 0x3c00);
    CHECK(colors[5].half);
}

TEST_CASE("aliases: colours that the preamble sets are those of all waves of a draw") {
    LookupQuad quad;
    CHECK(quad.run_text({"alias.rt.b32.0 rt0.w, (0x3f800000)"}).fault.message == "");
    quad.emulator.reset();
    quad.environment.runs_preamble = false;
    CHECK(quad.run_text({"mov.u32u32 r0.x, r0.y"}).fault.message == "");
    CHECK(quad.emulator.wave().colors[3].bits == 0x3f800000);
    quad.environment.runs_preamble = true; // of another draw
    CHECK(quad.run_text({"mov.u32u32 r0.x, r0.y"}).fault.message == "");
    CHECK(quad.emulator.wave().colors[3].bits == 0);
}

TEST_CASE("movs gives the value of one lane, after (ss)") {
    LookupQuad quad;
    quad.set(r(0, 0), {10, 11, 12, 13});
    CHECK(
        quad.run_text({"movs.u32u32 r48.x, r0.x, 2", "(ss)mov.u32u32 r1.x, r48.x"}).fault.message ==
        "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{12, 12, 12, 12});
    CHECK(quad.run_text({"movs.u32u32 r48.x, r0.x, 2", "(rpt5)nop", "mov.u32u32 r1.x, r48.x"})
              .fault.kind == FaultKind::missing_sync);
}

TEST_CASE("a predicate of the whole wave holds for all lanes, after (ss)") {
    LookupQuad quad;
    quad.set(r(48, 0), 7);
    quad.set(r(1, 0), 0);
    const auto run_with = [&quad](const char* compare, const char* branch) {
        return quad.run_text({compare, "(rpt5)nop", branch, "mov.u32u32 r1.x, 1", "(jp)nop"});
    };
    CHECK(run_with("cmps.u.lt up0.x, r48.x, 8", "(ss)br p0.x, #2").fault.message == "");
    CHECK(quad.first(r(1, 0)) == 0);
    CHECK(run_with("cmps.u.lt up0.x, r48.x, 7", "(ss)br p0.x, #2").fault.message == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{1, 1, 1, 1});
    CHECK(run_with("cmps.u.lt up0.x, r48.x, 8", "br p0.x, #2").fault.kind ==
          FaultKind::missing_sync);
    Quad older(Revision::a6xx);
    CHECK(older.run(program({"cmps.u.lt up0.x, r48.x, 8"}, Revision::a6xx)).fault.kind ==
          FaultKind::unsupported);
}
