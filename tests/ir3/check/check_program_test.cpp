// The waits that must be between instructions: issue slots, (ss) and (sy), on every path.

#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

TEST_CASE("a program that waits for everything has no findings") {
    CHECK(findings("mul.f r0.x, c0.x, r4.x\n"
                   "(rpt5)nop\n"
                   "rcp r0.y, r0.x\n"
                   "sam (f32)(xyzw)r1.x, r4.x, s#0, t#0\n"
                   "(ss)add.f r2.x, r0.y, r4.x\n"
                   "(sy)(nop2) add.f r2.y, r1.x, r1.w\n"
                   "nop\n"
                   "add.f r2.x, r2.x, r2.y\n"
                   "end\n") == "");
}

TEST_CASE("a read in the delay slots of a write names both instructions") {
    CHECK(findings("mul.f r0.x, c0.x, r4.x\n"
                   "nop\n"
                   "add.f r1.x, r0.x, r4.x\n"
                   "end\n") ==
          "instruction 2 'add.f r1.x, r0.x, r4.x' reads r0.x 1 slot after instruction 0 'mul.f "
          "r0.x, c0.x, r4.x' wrote it; 3 are needed\n");
}

TEST_CASE("each instruction has at most one finding of a kind, in the order of the program") {
    CHECK(findings("mul.f r0.x, c0.x, r4.x\n"
                   "mul.f r0.y, c0.x, r4.x\n"
                   "rcp r5.x, r4.x\n"
                   "add.f r1.x, r0.x, r0.y\n"
                   "add.f r1.y, r5.x, r0.x\n"
                   "end\n") ==
          "instruction 3 'add.f r1.x, r0.x, r0.y' reads r0.x 1 slot after instruction 0 'mul.f "
          "r0.x, c0.x, r4.x' wrote it; 3 are needed\n"
          "instruction 4 'add.f r1.y, r5.x, r0.x' reads r5.x without (ss) after instruction 2 'rcp "
          "r5.x, r4.x', whose result is pending\n"
          "instruction 4 'add.f r1.y, r5.x, r0.x' reads r0.x 2 slots after instruction 0 'mul.f "
          "r0.x, c0.x, r4.x' wrote it; 3 are needed\n");
}

TEST_CASE("no more findings are kept than the caller wants") {
    const Program program = assembled("mul.f r0.x, c0.x, r4.x\n"
                                      "add.f r1.x, r0.x, r4.x\n"
                                      "add.f r1.y, r1.x, r4.x\n"
                                      "add.f r1.z, r1.y, r4.x\n"
                                      "end\n");
    CheckOptions options;
    options.header_is_known = false;
    CHECK(check_program(program, Revision::a6xx, options).size() == 3);
    options.maximum_findings = 2;
    CHECK(check_program(program, Revision::a6xx, options).size() == 2);
}

TEST_CASE("delay slots that one of two paths does not have") {
    const auto program = [](const char* slots) {
        return std::string("mul.f r0.x, c0.x, r4.x\n"
                           "br p0.x, #short\n") +
               slots +
               "short:\n"
               "(jp)add.f r1.x, r0.x, r4.x\n"
               "end\n";
    };
    // The branch itself counts for nothing.
    CHECK(
        findings(program("(rpt5)nop\n")) ==
        "instruction 3 '(jp)add.f r1.x, r0.x, r4.x' reads r0.x 0 slots after instruction 0 'mul.f "
        "r0.x, c0.x, r4.x' wrote it; 3 are needed\n");
    CHECK(findings("mul.f r0.x, c0.x, r4.x\n"
                   "(rpt2)nop\n"
                   "br p0.x, #short\n"
                   "nop\n"
                   "short:\n"
                   "(jp)add.f r1.x, r0.x, r4.x\n"
                   "end\n") == "");
}

TEST_CASE("delay slots that are missing when a loop begins anew") {
    CHECK(
        findings("mov.f32f32 r0.x, c0.x\n"
                 "(rpt5)nop\n"
                 "again:\n"
                 "(jp)add.f r1.x, r0.x, r4.x\n"
                 "(rpt2)nop\n"
                 "add.f r0.x, r1.x, r4.x\n"
                 "br p0.x, #again\n"
                 "(jp)end\n") ==
        "instruction 2 '(jp)add.f r1.x, r0.x, r4.x' reads r0.x 0 slots after instruction 4 'add.f "
        "r0.x, r1.x, r4.x' wrote it; 3 are needed\n");
}

TEST_CASE("(ss) that is missing when a loop begins anew") {
    const auto program = [](const char* flag) {
        return std::string("rcp r0.x, r4.x\n"
                           "(ss)nop\n"
                           "again:\n") +
               flag +
               "add.f r1.x, r0.x, r4.x\n"
               "(rpt5)nop\n"
               "rcp r0.x, r1.x\n"
               "br p0.x, #again\n"
               "(jp)(ss)end\n";
    };
    CHECK(findings(program("(ss)(jp)")) == "");
    CHECK(findings(program("(jp)")) ==
          "instruction 2 '(jp)add.f r1.x, r0.x, r4.x' reads r0.x without (ss) after instruction 4 "
          "'rcp r0.x, r1.x', whose result is pending\n"
          "instruction 2 '(jp)add.f r1.x, r0.x, r4.x' overwrites r1.x without (ss) after "
          "instruction 4 'rcp r0.x, r1.x', which reads it late\n"
          "instruction 4 'rcp r0.x, r1.x' overwrites r0.x without (ss) after instruction 4 'rcp "
          "r0.x, r1.x', whose result is pending\n");
}

TEST_CASE("a flag on one side of a branch does not help the other") {
    CHECK(findings("sam (f32)(x)r0.x, r4.x, s#0, t#0\n"
                   "br p0.x, #other\n"
                   "(sy)nop\n"
                   "jump #join\n"
                   "other:\n"
                   "(jp)nop\n"
                   "join:\n"
                   "(jp)add.f r1.x, r0.x, r4.x\n"
                   "end\n") ==
          "instruction 5 '(jp)add.f r1.x, r0.x, r4.x' reads r0.x without (sy) after instruction 0 "
          "'sam (f32)(x)r0.x, r4.x, s#0, t#0', whose result is pending\n");
}

TEST_CASE("what is pending on one side of a branch is no matter of the other") {
    CHECK(findings("br p0.x, #other\n"
                   "rcp r0.x, r4.x\n"
                   "(ss)add.f r1.x, r0.x, r4.x\n"
                   "jump #join\n"
                   "other:\n"
                   "(jp)add.f r0.x, r4.x, r4.x\n"
                   "(rpt2)nop\n"
                   "add.f r4.x, r0.x, r0.x\n"
                   "join:\n"
                   "(jp)end\n") == "");
}

TEST_CASE("a result of the texture unit needs (sy), to read and to overwrite") {
    const auto program = [](const char* last) {
        return std::string("sam (f32)(xy)r0.x, r4.x, s#0, t#0\n") + last + "\nend\n";
    };
    CHECK(findings(program("(sy)add.f r1.x, r0.y, r4.x")) == "");
    CHECK(findings(program("(ss)add.f r1.x, r0.y, r4.x")) ==
          "instruction 1 '(ss)add.f r1.x, r0.y, r4.x' reads r0.y without (sy) after instruction 0 "
          "'sam (f32)(xy)r0.x, r4.x, s#0, t#0', whose result is pending\n");
    CHECK(findings(program("add.f r0.x, r4.x, r4.x")) ==
          "instruction 1 'add.f r0.x, r4.x, r4.x' overwrites r0.x without (sy) after instruction 0 "
          "'sam (f32)(xy)r0.x, r4.x, s#0, t#0', whose result is pending\n");
}

TEST_CASE("registers that are read late are guarded until a flag comes") {
    const auto program = [](const char* reader, const char* writer) {
        return std::string(reader) + '\n' + writer + "\nend\n";
    };
    const char* special = "rcp r0.x, r4.x";
    const char* texture = "sam (f32)(x)r0.x, r4.x, s#0, t#0";
    CHECK(findings(program(special, "(ss)mov.u32u32 r4.x, 0")) == "");
    CHECK(findings(program(texture, "(ss)mov.u32u32 r4.x, 0")) == "");
    CHECK(findings(program(texture, "(sy)mov.u32u32 r4.y, 0")) == "");
    CHECK(findings(program(texture, "mov.u32u32 r4.z, 0")) == "");
    CHECK(findings(program(special, "(sy)mov.u32u32 r4.x, 0")) ==
          "instruction 1 '(sy)mov.u32u32 r4.x, 0' overwrites r4.x without (ss) after instruction 0 "
          "'rcp r0.x, r4.x', which reads it late\n");
    CHECK(findings(program(texture, "mov.u32u32 r4.y, 0")) ==
          "instruction 1 'mov.u32u32 r4.y, 0' overwrites r4.y without (ss) or (sy) after "
          "instruction 0 'sam (f32)(x)r0.x, r4.x, s#0, t#0', which reads it late\n");
}

TEST_CASE("a special function may overwrite its own source, and no one else's") {
    CHECK(findings("rcp r4.x, r4.x\nend\n") == "");
    CHECK(findings("sam (f32)(x)r0.x, r4.x, s#0, t#0\n"
                   "rcp r4.x, r4.x\n"
                   "end\n") ==
          "instruction 1 'rcp r4.x, r4.x' overwrites r4.x without (ss) or (sy) after instruction 0 "
          "'sam (f32)(x)r0.x, r4.x, s#0, t#0', which reads it late\n");
}

TEST_CASE("predicates and addresses are ready after slots, across blocks as well") {
    CHECK(findings("cmps.f.lt p0.x, r4.x, r4.y\n"
                   "(rpt5)nop\n"
                   "br p0.x, #next\n"
                   "nop\n"
                   "next:\n"
                   "(jp)mova a0.x, hr20.x\n"
                   "(rpt5)nop\n"
                   "mov.f32f32 r0.x, c<a0.x + 4>\n"
                   "end\n") == "");
    CHECK(findings("cmps.f.lt p0.x, r4.x, r4.y\n"
                   "(rpt3)nop\n"
                   "jump #next\n"
                   "next:\n"
                   "nop\n"
                   "kill p0.x\n"
                   "end\n") ==
          "instruction 4 'kill p0.x' reads p0.x 5 slots after instruction 0 'cmps.f.lt p0.x, r4.x, "
          "r4.y' wrote it; 6 are needed\n");
    CHECK(findings("mova a0.x, hr20.x\n"
                   "(rpt4)nop\n"
                   "mov.f32f32 r0.x, c<a0.x + 4>\n"
                   "end\n") ==
          "instruction 2 'mov.f32f32 r0.x, c<a0.x + 4>' reads a0.x 5 slots after instruction 0 "
          "'mova a0.x, hr20.x' wrote it; 6 are needed\n");
}

TEST_CASE("lanes go through one side of predicated execution, or past both") {
    const auto program = [](const char* then, const char* otherwise, const char* last) {
        return std::string("mul.f r0.x, c0.x, r4.x\n"
                           "(rpt2)nop\n"
                           "predt\n") +
               then + "\npredf\n" + otherwise + "\nprede\n" + last + "\nend\n";
    };
    // The second side need not wait for the first.
    CHECK(findings(program("rcp r1.x, r4.x", "mov.u32u32 r1.x, 0",
                           "(ss)(rpt2)nop\nadd.f r2.x, r1.x, r0.x")) == "");
    CHECK(findings(program("rcp r1.x, r4.x", "mov.u32u32 r1.x, 0",
                           "(rpt1)nop\nadd.f r2.x, r4.x, r1.x")) ==
          "instruction 8 'add.f r2.x, r4.x, r1.x' reads r1.x without (ss) after instruction 3 'rcp "
          "r1.x, r4.x', whose result is pending\n");
    CHECK(findings(program("nop", "mov.u32u32 r1.x, 0", "add.f r2.x, r4.x, r1.x")) ==
          "instruction 7 'add.f r2.x, r4.x, r1.x' reads r1.x 1 slot after instruction 5 "
          "'mov.u32u32 r1.x, 0' wrote it; 3 are needed\n");
    // A wave has one address register, so a write on either side counts for both.
    CHECK(
        findings(program("mova a0.x, hr20.x", "mov.f32f32 r1.x, c<a0.x + 4>",
                         "add.f r2.x, r4.x, r4.y")) ==
        "instruction 5 'mov.f32f32 r1.x, c<a0.x + 4>' reads a0.x 1 slot after instruction 3 'mova "
        "a0.x, hr20.x' wrote it; 6 are needed\n");
    // Instructions in the predicated part do not count as slots for lanes that skip it.
    CHECK(findings("mul.f r0.x, c0.x, r4.x\n"
                   "predt\n"
                   "(rpt5)nop\n"
                   "prede\n"
                   "add.f r2.x, r4.x, r0.x\n"
                   "end\n") ==
          "instruction 4 'add.f r2.x, r4.x, r0.x' reads r0.x 2 slots after instruction 0 'mul.f "
          "r0.x, c0.x, r4.x' wrote it; 3 are needed\n");
}

TEST_CASE("lanes that are killed go on as helpers") {
    CHECK(findings("rcp r0.x, r4.x\n"
                   "kill p0.x\n"
                   "add.f r1.x, r0.x, r4.x\n"
                   "end\n") ==
          "instruction 2 'add.f r1.x, r0.x, r4.x' reads r0.x without (ss) after instruction 0 'rcp "
          "r0.x, r4.x', whose result is pending\n");
}

TEST_CASE("constants that the program stores are there after (ss), loaded ones after (sy)") {
    const auto program = [](const char* last) {
        return std::string("stc.u32 c[16], r4.x, 2\n") + last + "\nend\n";
    };
    CHECK(findings(program("mov.f32f32 r0.x, c4.z")) == "");
    CHECK(findings(program("(ss)mov.f32f32 r0.x, c4.y")) == "");
    CHECK(findings(program("mov.f32f32 r0.x, c4.y")) ==
          "instruction 1 'mov.f32f32 r0.x, c4.y' reads a constant without (ss) after instruction 0 "
          "'stc.u32 c[16], r4.x, 2' wrote into the constant file\n");
    CHECK(findings(program("mov.u32u32 r4.y, 0")) ==
          "instruction 1 'mov.u32u32 r4.y, 0' overwrites r4.y without (ss) after instruction 0 "
          "'stc.u32 c[16], r4.x, 2', which reads it late\n");
    CHECK(findings("mova1 a1.x, 0\n"
                   "(rpt5)nop\n"
                   "ldc.4.k.imm c[a1.x], 0, 0\n"
                   "mov.f32f32 r0.x, c3.y\n"
                   "end\n") ==
          "instruction 3 'mov.f32f32 r0.x, c3.y' reads a constant without (sy) after instruction 2 "
          "'ldc.4.k.imm c[a1.x], 0, 0' wrote into the constant file\n");
}

TEST_CASE("a load into the constant file writes only behind the address before it") {
    const std::string load = "mova1 a1.x, 16\n"
                             "(rpt5)nop\n"
                             "ldc.1.k.imm c[a1.x], 0, 0\n";
    CHECK(findings(load + "add.f r0.x, c3.w, r4.x\n"
                          "add.f r0.y, c5.x, r4.x\n"
                          "end\n") == "");
    CHECK(findings(load + "add.f r0.x, c4.w, r4.x\n"
                          "end\n") ==
          "instruction 3 'add.f r0.x, c4.w, r4.x' reads a constant without (sy) after instruction "
          "2 'ldc.1.k.imm c[a1.x], 0, 0' wrote into the constant file\n");
}

TEST_CASE("a load into the constant file may write hundreds of constants, and no more") {
    const std::string load = "mova1 a1.x, 16\n"
                             "(rpt5)nop\n"
                             "ldc.66.k.imm c[a1.x], 0, 0\n";
    CHECK(findings(load + "add.f r0.x, c3.w, r4.x\n"
                          "add.f r0.y, c70.x, r4.x\n"
                          "end\n") == "");
    CHECK(findings(load + "add.f r0.x, c69.w, r4.x\n"
                          "end\n") ==
          "instruction 3 'add.f r0.x, c69.w, r4.x' reads a constant without (sy) after instruction "
          "2 'ldc.66.k.imm c[a1.x], 0, 0' wrote into the constant file\n");
}

TEST_CASE("nobody knows where a load into the constant file writes behind a target") {
    CHECK(findings("mova1 a1.x, 16\n"
                   "br p0.x, #behind\n"
                   "mova1 a1.x, 32\n"
                   "behind:\n"
                   "(jp)(rpt5)nop\n"
                   "ldc.1.k.imm c[a1.x], 0, 0\n"
                   "add.f r0.x, c1.x, r4.x\n"
                   "end\n") ==
          "instruction 5 'add.f r0.x, c1.x, r4.x' reads a constant without (sy) after instruction "
          "4 'ldc.1.k.imm c[a1.x], 0, 0' wrote into the constant file\n");
}

TEST_CASE("the preamble and barriers ask for flags whatever is read") {
    CHECK(findings("shps #main\ngetone #main\nnop\nshpe\nmain:\n(jp)end\n") ==
          "instruction 3 'shpe' must carry (sy)(ss)\n");
    CHECK(findings("shps #main\ngetone #main\nnop\n(sy)(ss)shpe\nmain:\n(jp)end\n") == "");
    CHECK(findings("bar.g\n(ss)nop\n(sy)nop\nend\n") == "");
    CHECK(findings("bar.g\n(ss)nop\nend\n") ==
          "instruction 2 'end' must carry (sy), because it follows instruction 0 'bar.g'\n");
    CHECK(findings("bar.g\nbr p0.x, #2\n(sy)(ss)nop\n(sy)(ss)end\n") ==
          "instruction 1 'br p0.x, #2' must carry (sy)(ss), because it follows instruction 0 "
          "'bar.g'\n");
}

TEST_CASE("the scalar unit works in order and hands over with (ss)") {
    const auto program = [](unsigned gpu, const char* last) {
        return "@gpu " + std::to_string(gpu) + "\nadd.u r48.x, r49.x, r49.y\n" + last + "\nend\n";
    };
    CHECK(findings(program(730, "add.u r49.x, r48.x, r48.x")) == "");
    CHECK(findings(program(730, "(ss)add.u r0.x, r48.x, r4.x")) == "");
    CHECK(findings(program(730, "add.u r0.x, r48.x, r4.x")) ==
          "instruction 1 'add.u r0.x, r48.x, r4.x' reads r48.x without (ss) after instruction 0 "
          "'add.u r48.x, r49.x, r49.y', whose result is pending\n");
    // Some parts of a6xx have the unit; the others write shared registers like another unit.
    CHECK(findings(program(660, "add.u r49.x, r48.x, r48.x")) == "");
    CHECK(findings(program(630, "add.u r49.x, r48.x, r48.x")) ==
          "instruction 1 'add.u r49.x, r48.x, r48.x' reads r48.x without (ss) after instruction 0 "
          "'add.u r48.x, r49.x, r49.y', whose result is pending\n");
}
