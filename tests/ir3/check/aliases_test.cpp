// The table of aliases is a state of the machine: what stands for a register is read in its place,
// by the next lookup alone.

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr const char* kLookup = "sam (f32)(xyzw)r0.x, r40.x, s#0, t#0\n";

std::string found_in(const std::string& body) {
    return findings("@gpu 730\n" + body + "(sy)end\n");
}

// Nops that take words, not slots of one word.
std::string words_of_rest(unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) {
        text += "nop\n";
    }
    return text;
}

} // namespace

TEST_CASE("aliases: what stands for a register is waited for, not the register") {
    const std::string aliases = "alias.tex.b32.1 r40.x, r5.x\n"
                                "alias.tex.b32.0 r40.y, c1.x\n";
    CHECK(found_in(aliases + kLookup) == "");
    CHECK(found_in("rcp r5.x, r4.x\n" + aliases + kLookup) ==
          "instruction 3 'sam (f32)(xyzw)r0.x, r40.x, s#0, t#0' reads r5.x without (ss) after "
          "instruction 0 'rcp r5.x, r4.x', whose result is pending\n");
    CHECK(found_in("rcp r5.x, r4.x\n(ss)" + aliases + kLookup) == "");
    CHECK(found_in("rcp r40.x, r4.x\n" + aliases + kLookup + "(ss)nop\n") == "");
    CHECK(found_in("add.f r5.x, r4.x, r4.y\n(rpt3)nop\n" + aliases + kLookup) ==
          "instruction 4 'sam (f32)(xyzw)r0.x, r40.x, s#0, t#0' reads r5.x 4 slots after "
          "instruction 0 'add.f r5.x, r4.x, r4.y' wrote it; 5 are needed\n");
    // The lookup reads late what it reads.
    CHECK(found_in(aliases + kLookup + "mov.f32f32 r40.x, r4.x\n") == "");
    CHECK(found_in(aliases + kLookup + "mov.f32f32 r5.x, r4.x\n") ==
          "instruction 3 'mov.f32f32 r5.x, r4.x' overwrites r5.x without (ss) or (sy) after "
          "instruction 2 'sam (f32)(xyzw)r0.x, r40.x, s#0, t#0', which reads it late\n");
}

TEST_CASE("aliases: the table is empty behind the lookup") {
    CHECK(found_in("rcp r40.y, r4.x\n"
                   "alias.tex.b32.1 r40.x, r5.x\n"
                   "alias.tex.b32.0 r40.y, (0x1)\n" +
                   std::string(kLookup) + "sam (f32)(x)r8.x, r40.x, s#0, t#0\n") ==
          "instruction 4 'sam (f32)(x)r8.x, r40.x, s#0, t#0' reads r40.y without (ss) after "
          "instruction 0 'rcp r40.y, r4.x', whose result is pending\n");
}

TEST_CASE("aliases: full and half registers are named apart") {
    CHECK(found_in("rcp r40.x, r4.x\n"
                   "alias.tex.b16.0 hr40.x, hr5.x\n" +
                   std::string(kLookup)) ==
          "instruction 2 'sam (f32)(xyzw)r0.x, r40.x, s#0, t#0' reads r40.x without (ss) after "
          "instruction 0 'rcp r40.x, r4.x', whose result is pending\n");
}

TEST_CASE("aliases: the words and their reader stay in one line of the cache") {
    const std::string aliases = "alias.tex.b32.1 r40.x, r5.x\n"
                                "alias.tex.b32.0 r40.y, c1.x\n";
    CHECK(found_in(words_of_rest(13) + aliases + kLookup) == "");
    CHECK(found_in(words_of_rest(14) + aliases + kLookup) ==
          "instruction 14 'alias.tex.b32.1 r40.x, r5.x' and instruction 16, which reads by it, "
          "stand in two lines of the cache, where this part may hang\n");
    CHECK(found_in(words_of_rest(16) + aliases + kLookup) == "");
}

TEST_CASE("aliases: the first word counts them, and a lookup follows") {
    CHECK(found_in("alias.tex.b32.0 r40.x, r5.x\n"
                   "alias.tex.b32.0 r40.y, c1.x\n" +
                   std::string(kLookup)) ==
          "instruction 1 'alias.tex.b32.0 r40.y, c1.x' is one alias more than the first of its "
          "table announces\n");
    CHECK(found_in("alias.tex.b32.1 r40.x, r5.x\n" + std::string(kLookup)) ==
          "instruction 0 'alias.tex.b32.1 r40.x, r5.x' announces 2 alias words, and 1 stand "
          "here\n");
    CHECK(found_in("alias.tex.b32.1 r40.x, r5.x\n"
                   "alias.tex.b32.1 r40.y, c1.x\n" +
                   std::string(kLookup)) ==
          "instruction 1 'alias.tex.b32.1 r40.y, c1.x' counts aliases, but is not the first of "
          "them\n");
    CHECK(found_in("alias.tex.b32.0 r40.x, r5.x\n"
                   "mov.f32f32 r0.x, r4.x\n") ==
          "instruction 0 'alias.tex.b32.0 r40.x, r5.x' begins aliases that no lookup reads\n");
}

TEST_CASE("aliases: of a texture they do not follow one of a colour") {
    const std::string lookup = "alias.tex.b32.1 r40.x, r5.x\n"
                               "alias.tex.b32.0 r40.y, c1.x\n" +
                               std::string(kLookup);
    CHECK(found_in("alias.rt.f32.0 rt0.x, c4.x\n" + lookup) ==
          "instruction 1 'alias.tex.b32.1 r40.x, r5.x' follows an alias of a render target, where "
          "this part hangs\n");
    CHECK(found_in("alias.rt.f32.0 rt0.x, c4.x\nnop\n" + lookup) == "");
}
