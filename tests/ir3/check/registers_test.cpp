// Registers, constants and targets that do not exist; what the words alone cannot tell.

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

TEST_CASE("full registers end at r47, where the shared ones begin") {
    CHECK(findings("mov.u32u32 r47.w, 0\nend\n") == "");
    CHECK(findings("mov.u32u32 r55.w, 0\nend\n") == "");
    CHECK(findings("mov.u32u32 r56.x, 0\nend\n") ==
          "instruction 0 'mov.u32u32 r56.x, 0' writes r56.x, which does not exist\n");
    CHECK(findings("@gpu 330\nmov.u32u32 r48.x, 0\nend\n") ==
          "instruction 0 'mov.u32u32 r48.x, 0' writes r48.x, which does not exist\n");
    CHECK(findings("add.f r0.x, r60.y, r1.x\nend\n") ==
          "instruction 0 'add.f r0.x, r60.y, r1.x' reads r60.y, which does not exist\n");
}

TEST_CASE("half registers end where those of the machine do") {
    for (const unsigned gpu : {330U, 420U}) {
        const std::string directive = "@gpu " + std::to_string(gpu) + '\n';
        CHECK(findings(directive + "mov.u16u16 hr47.w, 0\nend\n") == "");
        CHECK(findings(directive + "mov.u16u16 hr48.x, 0\nend\n") ==
              "instruction 0 'mov.u16u16 hr48.x, 0' writes hr48.x, which does not exist\n");
    }
    // On parts with shared registers these are their halves.
    CHECK(findings("mov.u16u16 hr55.w, 0\nend\n") == "");
    CHECK(findings("add.f hr0.x, hr56.x, hr1.x\nend\n") ==
          "instruction 0 'add.f hr0.x, hr56.x, hr1.x' reads hr56.x, which does not exist\n");
}

TEST_CASE("vectors and repeats lie in one file") {
    CHECK(findings("sam (f32)(xy)r47.z, r0.x, s#0, t#0\n(sy)end\n") == "");
    CHECK(findings("sam (f32)(x)r0.x, r47.w, s#0, t#0\nend\n") ==
          "instruction 0 'sam (f32)(x)r0.x, r47.w, s#0, t#0' reads r48.x, which does not exist\n");
    CHECK(findings("@gpu 330\n(rpt2)mov.u32u32 r47.z, 0\nend\n") ==
          "instruction 0 '(rpt2)mov.u32u32 r47.z, 0' writes r48.x, which does not exist\n");
}

TEST_CASE("predicates are those of the machine") {
    CHECK(findings("cmps.f.lt p0.w, r0.x, r0.y\nend\n") == "");
    CHECK(findings("@gpu 540\ncmps.f.lt p0.y, r0.x, r0.y\nend\n") ==
          "instruction 0 'cmps.f.lt p0.y, r0.x, r0.y' writes p0.y, which does not exist\n");
}

TEST_CASE("constants end with the constant file, or where the caller says") {
    CHECK(findings("(rpt1)mov.f32f32 r0.x, (r)c511.z\nend\n") == "");
    CHECK(findings("(rpt2)mov.f32f32 r0.x, (r)c511.z\nend\n") ==
          "instruction 0 '(rpt2)mov.f32f32 r0.x, (r)c511.z' reads c512.x, but there are 2048 "
          "constants\n");
    CheckOptions options;
    options.num_constants = 9;
    CHECK(findings("mov.f32f32 r0.x, c2.x\nend\n", options) == "");
    CHECK(findings("mov.f32f32 r0.x, c2.y\nend\n", options) ==
          "instruction 0 'mov.f32f32 r0.x, c2.y' reads c2.y, but there are 9 constants\n");
}

TEST_CASE("branches stay in the program, and it comes to an end") {
    CHECK(findings("jump #-1\nend\n") == "instruction 0 'jump #-1' jumps out of the program\n");
    CHECK(findings("br p0.x, #2\nend\n") ==
          "instruction 0 'br p0.x, #2' jumps out of the program\n");
    CHECK(findings("nop\nbr p0.x, #-1\n") ==
          "instruction 1 'br p0.x, #-1' is the last instruction and no end\n");
    CHECK(findings("again:\njump #again\n") == "");
    Program empty;
    empty.gpu = 630;
    CHECK(findings(empty, {}) == "instruction 0 is missing: the program has no end\n");
}

TEST_CASE("words behind the last end are not looked at, and others must be instructions") {
    CHECK(findings("end\n.word 0xffffffffffffffff\n") == "");
    CHECK(findings("nop\n.word 0xffffffffffffffff\nend\n") ==
          "instruction 1 '.word 0xffffffffffffffff' is not an instruction of a6xx\n");
}

TEST_CASE("calls and returns are not followed") {
    CHECK(findings("call #2\nend\nret\nend\n") == "instruction 0 'call #2' cannot be followed\n"
                                                  "instruction 2 'ret' cannot be followed\n");
}
