// The effects of the header: registers that are set from the start, arrays and outputs.

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

TEST_CASE("a register must be written before it is read, on every path") {
    const auto program = [](const char* otherwise) {
        return std::string("@input VERT_ATTRIB_GENERIC0 r4.x components xy index 0\n"
                           "cmps.f.lt p0.x, r4.x, r4.y\n"
                           "(rpt5)nop\n"
                           "br p0.x, #other\n"
                           "mov.u32u32 r0.x, 0\n"
                           "jump #join\n"
                           "other:\n"
                           "(jp)") +
               otherwise +
               "\n"
               "join:\n"
               "(jp)(rpt2)nop\n"
               "add.f r1.x, r0.x, r4.x\n"
               "end\n";
    };
    CHECK(findings(program("mov.u32u32 r0.x, c0.x")) == "");
    CHECK(findings(program("nop")) ==
          "instruction 7 'add.f r1.x, r0.x, r4.x' reads r0.x, which was never written\n");
}

TEST_CASE("inputs hold the components that the header lists") {
    const auto program = [](const char* instruction) {
        return std::string("@input VERT_ATTRIB_GENERIC0 r4.x components xz index 0\n"
                           "@system_value SYSTEM_VALUE_VERTEX_ID r0.y components x index 0\n") +
               instruction + "\nend\n";
    };
    CHECK(findings(program("add.f r1.x, r4.z, r0.y")) == "");
    CHECK(findings(program("add.f r1.x, r4.y, r0.y")) ==
          "instruction 0 'add.f r1.x, r4.y, r0.y' reads r4.y, which was never written\n");
    // Both halves of a register make it whole.
    CHECK(findings(program("add.f hr0.x, hr8.x, hr8.y")) == "");
    CHECK(findings(program("mov.u16u16 hr0.x, 0\n(rpt5)nop\nadd.u r1.x, r0.x, r0.y")) ==
          "instruction 2 'add.u r1.x, r0.x, r0.y' reads r0.x, which was never written\n");
}

TEST_CASE("addresses and predicates must be written, too") {
    CHECK(findings("@input VERT_ATTRIB_GENERIC0 r4.x components x index 0\n"
                   "mov.f32f32 r0.x, c<a0.x>\n"
                   "kill p0.y\n"
                   "end\n") ==
          "instruction 0 'mov.f32f32 r0.x, c<a0.x>' reads a0.x, which was never written\n"
          "instruction 1 'kill p0.y' reads p0.y, which was never written\n");
}

TEST_CASE("a turn of a loop may leave what the next one reads") {
    CHECK(findings("@input VERT_ATTRIB_GENERIC0 r4.x components x index 0\n"
                   "mov.u32u32 r0.x, 0\n"
                   "again:\n"
                   "(jp)(rpt2)nop\n"
                   "add.u r0.x, r0.x, 1\n"
                   "(rpt2)nop\n"
                   "cmps.u.lt p0.x, r0.x, r4.x\n"
                   "(rpt5)nop\n"
                   "br p0.x, #again\n"
                   "(jp)end\n") == "");
}

TEST_CASE("lookups before the program leave their results pending") {
    const auto program = [](const char* flag) {
        return std::string("@prefetch varying 0 to r1.x components xyzw sampler 0 texture 0\n"
                           "@output FRAG_RESULT_DATA0 r0.x components x index 0\n") +
               flag + "add.f r0.x, r1.x, r1.w\nend\n";
    };
    CHECK(findings(program("(sy)")) == "");
    CHECK(findings(program("")) ==
          "instruction 0 'add.f r0.x, r1.x, r1.w' reads r1.x without (sy) after the texture "
          "prefetch, whose result is pending\n");
}

TEST_CASE("outputs have arrived when the program ends") {
    const auto program = [](const char* last) {
        return std::string("@output FRAG_RESULT_DATA0 r0.x components xy index 0\n"
                           "mov.f32f32 r0.x, c0.x\n"
                           "sam (f32)(y)r0.x, r63.x, s#0, t#0\n") +
               last + '\n';
    };
    // Results of the ALU need no slots before the end.
    CHECK(findings(program("(sy)end")) == "");
    CHECK(findings(program("end")) ==
          "instruction 2 'end' reads r0.y without (sy) after instruction 1 'sam (f32)(y)r0.x, "
          "r63.x, s#0, t#0', whose result is pending\n");
}

TEST_CASE("an access through a0.x may mean each register of its array") {
    const auto program = [](const char* array, const char* instructions) {
        return std::string(array) + "mova a0.x, hr40.x\n(rpt5)nop\n" + instructions + "end\n";
    };
    const char* array = "@array r4.x length 8\n";
    const char* read = "rcp r5.y, r0.x\nmov.u32u32 r1.x, r<a0.x + 18>\n";
    CHECK(findings(program(array, read)) ==
          "instruction 3 'mov.u32u32 r1.x, r<a0.x + 18>' reads r5.y without (ss) after instruction "
          "2 'rcp r5.y, r0.x', whose result is pending\n");
    CHECK(findings(program(array, "rcp r6.x, r0.x\nmov.u32u32 r1.x, r<a0.x + 18>\n")) == "");
    // The check knows nothing of an array that is not listed, or of halves.
    CHECK(findings(program("", read)) == "");
    CHECK(findings(program("@array hr4.x length 8\n", read)) == "");

    const char* write = "mov.u32u32 r<a0.x + 16>, r0.x\nadd.f r1.x, r5.w, r0.y\n";
    CHECK(findings(program(array, write)) ==
          "instruction 3 'add.f r1.x, r5.w, r0.y' reads r5.w 0 slots after instruction 2 "
          "'mov.u32u32 r<a0.x + 16>, r0.x' wrote it; 3 are needed\n");
    CHECK(findings(program("", write)) == "");
}

TEST_CASE("arrays that take turns in the same registers have those in common that both have") {
    CHECK(findings("@array r4.x length 8\n"
                   "@array r5.x length 8\n"
                   "mova a0.x, hr40.x\n"
                   "(rpt5)nop\n"
                   "rcp r4.y, r0.x\n"
                   "rcp r6.y, r0.x\n"
                   "mov.u32u32 r1.x, r<a0.x + 20>\n"
                   "end\n") == "");
}

TEST_CASE("an array that does not fit into the registers is a finding where it is used") {
    CHECK(findings("@array r47.x length 65535\n"
                   "mova a0.x, hr40.x\n"
                   "(rpt5)nop\n"
                   "mov.u32u32 r1.x, r<a0.x + 188>\n"
                   "end\n")
              .find("which does not exist") != std::string::npos);
}

TEST_CASE("what is written through a0.x counts as written") {
    const auto program = [](const char* array) {
        return std::string("@input VERT_ATTRIB_GENERIC0 r0.x components xyzw index 0\n") + array +
               "cov.u32s16 hr40.x, r0.x\n"
               "(rpt5)nop\n"
               "mova a0.x, hr40.x\n"
               "(rpt5)nop\n"
               "mov.u32u32 r<a0.x + 16>, r0.x\n"
               "(rpt2)nop\n"
               "add.f r1.x, r5.w, r0.y\n"
               "end\n";
    };
    CHECK(findings(program("@array r4.x length 8\n")) == "");
    CHECK(findings(program("")) == "");
    CHECK(findings(program("@array r4.x length 4\n")) != "");
}
