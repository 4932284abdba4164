// Lanes that go different ways: what the wave does for some counts for others in what is theirs
// together.

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

// Lanes of both sides go on one after the other.
std::string two_sides(const char* then, const char* otherwise) {
    return std::string("br p0.x, #other\n") + then +
           "\n"
           "jump #join\n"
           "other:\n"
           "(jp)" +
           otherwise +
           "\n"
           "join:\n"
           "(jp)(ss)end\n";
}

} // namespace

TEST_CASE("a shared register that one side leaves pending is pending on the other") {
    CHECK(findings(two_sides("mov.u32u32 r48.x, c0.x", "add.u r0.x, r48.x, r4.x")) ==
          "instruction 3 '(jp)add.u r0.x, r48.x, r4.x' reads r48.x without (ss) after instruction "
          "1 'mov.u32u32 r48.x, c0.x', whose result is pending\n");
    CHECK(findings(two_sides("rcp r1.x, r4.x", "add.u r0.x, r1.x, r4.x")) == "");
}

TEST_CASE("an address that one side writes is not there for the other at once") {
    CHECK(findings(two_sides("mova a0.x, hr40.x", "mov.f32f32 r0.x, c<a0.x>")) ==
          "instruction 3 '(jp)mov.f32f32 r0.x, c<a0.x>' reads a0.x 0 slots after instruction 1 "
          "'mova a0.x, hr40.x' wrote it; 6 are needed\n");
}

TEST_CASE("lanes that have not come so far do not wait there") {
    // When the first lanes jump to the join nobody waits at `third`: those that will are at
    // `second` still.
    const char* program = "br p0.x, #second\n"
                          "cmps.f.lt p0.z, r4.x, r4.y\n"
                          "jump #join\n"
                          "second:\n"
                          "(jp)(rpt5)nop\n"
                          "br p0.y, #third\n"
                          "jump #join\n"
                          "third:\n"
                          "(jp)kill p0.z\n"
                          "join:\n"
                          "(jp)end\n";
    CHECK(findings(program) == "");
}

TEST_CASE("lanes that left a loop wait while others go round") {
    CHECK(findings("again:\n"
                   "(jp)br p0.x, #skip\n"
                   "mova a0.x, hr40.x\n"
                   "skip:\n"
                   "(jp)br p0.y, #out\n"
                   "jump #again\n"
                   "out:\n"
                   "(jp)mov.f32f32 r0.x, c<a0.x>\n"
                   "end\n") ==
          "instruction 4 '(jp)mov.f32f32 r0.x, c<a0.x>' reads a0.x 0 slots after instruction 1 "
          "'mova a0.x, hr40.x' wrote it; 6 are needed\n");
}

TEST_CASE("places where lanes may meet are marked where the caller asks for it") {
    CheckOptions options;
    options.lanes_may_part = true;
    CHECK(findings("br p0.x, #next\nnop\nnext:\n(jp)end\n", options) == "");
    CHECK(findings("br p0.x, #next\nnop\nnext:\nend\n", options) ==
          "instruction 2 'end' is not marked (jp), but lanes may wait there since instruction 0 "
          "'br p0.x, #2'\n");
    CHECK(findings("br p0.x, #next\nnop\nnext:\nend\n") == "");
    // Lanes that leave a loop wait behind it.
    CHECK(findings("again:\nnop\nbr p0.x, #again\nend\n", options) ==
          "instruction 2 'end' is not marked (jp), but lanes may wait there since instruction 1 "
          "'br p0.x, #-1'\n");
    // A jump over the place where others wait makes these lanes wait.
    CHECK(findings("br p0.x, #other\njump #join\nother:\n(jp)nop\njoin:\nend\n", options) ==
          "instruction 3 'end' is not marked (jp), but lanes may wait there since instruction 1 "
          "'jump #2'\n");
}
