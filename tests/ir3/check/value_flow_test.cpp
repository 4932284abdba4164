#include <jacquard/ir3/check/value_flow.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include "fixture.h"

#include <algorithm>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

ValueFlow flow_of(const std::string& text) {
    const Program program = assembled(text);
    return value_flow(program, *revision_of_part(program.gpu));
}

bool uses(const ValueFlow& flow, std::uint32_t writer, std::uint32_t reader, Sync arrives) {
    return std::find(flow.uses.begin(), flow.uses.end(), ValueUse{writer, reader, arrives}) !=
           flow.uses.end();
}

// Two components in, one out.
constexpr const char* kHeader = "@stage FRAG\n"
                                "@varying VARYING_SLOT_VAR0 at 0 components xyzw index 0\n"
                                "@output FRAG_RESULT_DATA0 r2.x components x index 0\n";

} // namespace

TEST_CASE("value flow: words use the last one that wrote what they read") {
    const ValueFlow flow = flow_of(std::string(kHeader) + "bary.f r0.x, 0, r0.x\n" // 0
                                                          "(rpt5)nop\n"
                                                          "sin r0.y, r0.x\n"             // 2
                                                          "(ss)add.f r0.x, r0.y, r0.x\n" // 3
                                                          "(rpt2)nop\n"
                                                          "add.f r2.x, r0.x, r0.x\n" // 5
                                                          "end\n");
    CHECK(flow.uses.size() == 4);
    CHECK(uses(flow, 0, 2, Sync::none));
    CHECK(uses(flow, 0, 3, Sync::none));
    CHECK(uses(flow, 2, 3, Sync::ss));
    CHECK(uses(flow, 3, 5, Sync::none));
}

TEST_CASE("value flow: registers live from what writes them to the last word that reads them") {
    const ValueFlow flow = flow_of(std::string(kHeader) + "mov.f32f32 r0.x, c0.x\n" // 0
                                                          "mov.f32f32 r0.y, c0.y\n" // 1
                                                          "mov.f32f32 r1.x, c0.z\n" // 2: unread
                                                          "(rpt2)nop\n"
                                                          "add.f r2.x, r0.x, r0.y\n" // 4
                                                          "end\n");
    REQUIRE(flow.live.size() == 6);
    CHECK(flow.live[0] == 0.25);
    CHECK(flow.live[1] == 0.5);
    CHECK(flow.live[2] == 0.75); // written, though nobody reads it
    CHECK(flow.live[3] == 0.5);
    CHECK(flow.live[4] == 0.5);
    CHECK(flow.live[5] == 0.25); // the output
}

TEST_CASE("value flow: a half register is half of a full one where files are merged") {
    const std::string text = "mov.f16f16 hr0.x, hc0.x\n"
                             "(rpt2)nop\n"
                             "cov.f16f32 r2.x, hr0.x\n"
                             "end\n";
    CHECK(flow_of("@gpu 630\n" + std::string(kHeader) + text).live[0] == 0.125);
    // Elsewhere those of the other file do not decide how many waves there are.
    CHECK(flow_of("@gpu 330\n" + std::string(kHeader) + text).live[0] == 0);
}

TEST_CASE("value flow: what a loop reads in its next round lives through all of it") {
    const ValueFlow flow = flow_of(std::string(kHeader) + "mov.f32f32 r0.x, c0.x\n"      // 0
                                                          "mov.f32f32 r1.x, c0.y\n"      // 1
                                                          "(rpt2)nop\n"                  // 2
                                                          "l3: add.f r0.x, r0.x, r1.x\n" // 3
                                                          "(rpt2)nop\n"                  // 4
                                                          "cmps.f.lt p0.x, r0.x, c0.z\n" // 5
                                                          "(rpt5)nop\n"                  // 6
                                                          "br p0.x, #l3\n"               // 7
                                                          "mov.f32f32 r2.x, r0.x\n"      // 8
                                                          "end\n");
    REQUIRE(flow.blocks.size() == 3);
    CHECK(flow.blocks[1].first == 3);
    CHECK(flow.blocks[1].end == 8);
    CHECK(flow.live[6] == 0.5); // r1.x is read again
    CHECK(flow.live[8] == 0.25);
    CHECK(uses(flow, 5, 7, Sync::none));       // the predicate
    CHECK_FALSE(uses(flow, 0, 3, Sync::none)); // of another block
}

TEST_CASE("value flow: words that are no instructions are passed over") {
    Program program;
    program.gpu = 630;
    program.words.assign(50, ~0ULL);
    const ValueFlow flow = value_flow(program, *revision_of_part(630));
    CHECK(flow.uses.empty());
    CHECK(flow.live == std::vector<double>(50, 0.0));
    program.words.clear();
    CHECK(value_flow(program, *revision_of_part(630)).blocks.empty());
}
