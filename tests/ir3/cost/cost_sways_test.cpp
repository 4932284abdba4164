#include <jacquard/ir3/cost/cost_sways.h>

#include "fixture.h"

#include <string>
#include <vector>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

// Eight special functions, whose results an addition waits for, on a part that has waves enough.
constexpr const char* kFunctions = "@gpu 630\n@stage FRAG\n"
                                   "rcp r0.x, r0.x\nrcp r0.y, r0.y\nrcp r0.z, r0.z\n"
                                   "rcp r0.w, r0.w\n(ss)add.f r1.x, r0.x, r0.y\nend\n";

CostSways sways_of(std::string_view text) {
    const Program program = assembled(text);
    return cost_sways(program, report_of(program));
}

const CostSway& sway(const CostSways& sways, std::string_view name) {
    const CostSway* found = sways.find(name);
    INFO(name);
    REQUIRE(found != nullptr);
    return *found;
}

} // namespace

TEST_CASE("cost sways: the unit that binds takes as much longer as its rate is higher") {
    const CostSways sways = sways_of(kFunctions);
    const CostSway& complex = sway(sways, "complex");
    CHECK(complex.source == FactSource::published);
    CHECK(complex.low == 5);
    CHECK(complex.high == 8);
    CHECK(sways.answer.units == std::vector{CostUnit::complex});
    CHECK(sways.answer.binds == 4 * 6);
    CHECK(complex.at_low.binds == 4 * 5);
    CHECK(complex.at_high.binds == 4 * 8);
    CHECK(complex.at_high.alone - complex.at_low.alone == 3 * (8 - 5)); // three wait for others
    CHECK(sways.moves(complex));
}

TEST_CASE("cost sways: an assumption is varied by half, and what does not bind moves nothing") {
    const CostSways sways = sways_of("@gpu 630\n@stage FRAG\nbary.f r0.z, 0, r0.x\n"
                                     "add.f r0.x, r0.z, r0.z\nadd.f r0.x, r0.x, r0.z\n"
                                     "add.f r0.x, r0.x, r0.z\nend\n");
    const CostSway& varying = sway(sways, "varying");
    CHECK(varying.source == FactSource::assumed);
    CHECK(varying.low == 0.5);
    CHECK(varying.high == 1.5);
    CHECK_FALSE(sways.moves(varying));
}

TEST_CASE("cost sways: another unit binds where the spread reaches so far") {
    std::string text = "@gpu 730\n@stage FRAG\nsam (f32)(xyzw)r1.x, r0.z, s#0, t#0\n";
    for (int i = 0; i < 16; ++i) {
        text += "add.f r0.x, r0.x, r0.y\n";
    }
    const CostSways sways = sways_of(text + "(sy)add.f r1.x, r1.x, r0.x\nend\n");
    const CostSway& texture = sway(sways, "texture");
    CHECK(sways.answer.units == std::vector{CostUnit::alu});
    CHECK(sways.answer.binds == 17);
    CHECK(texture.low == 8); // All sources say 16, and may all be off by half.
    CHECK(texture.at_low == sways.answer);
    CHECK(texture.at_high.units == std::vector{CostUnit::texture});
    CHECK(texture.at_high.binds == 24);
}

TEST_CASE("cost sways: fewer waves for a scheduler leave more of the waiting unfilled") {
    // A lookup at once, many registers, and so few waves that they do not fill the wait.
    const CostSways sways = sways_of("@gpu 630\n@stage FRAG\n"
                                     "sam (f32)(xyzw)r44.x, r0.z, s#0, t#0\n"
                                     "(sy)add.f r0.x, r44.x, r44.y\nend\n");
    const CostSway& groups = sway(sways, "wave_groups");
    CHECK(groups.low == 1);
    CHECK(groups.high == 3);
    CHECK(groups.at_low.exposed < sways.answer.exposed);
    CHECK(groups.at_high.exposed >= sways.answer.exposed);
    const CostSway& hiding = sway(sways, "hiding");
    CHECK(hiding.at_low.exposed > sways.answer.exposed);
    CHECK(hiding.at_high.exposed < sways.answer.exposed);
    CHECK(hiding.at_low.binds == sways.answer.binds);
}

TEST_CASE("cost sways: what is measured or stated is not varied") {
    const CostSways sways = sways_of(kFunctions);
    CHECK(sways.find("full_alu") == nullptr);
    CHECK(sways.find("short_latency") == nullptr);
    CHECK(sways.find("texture") == nullptr); // the program has no lookup
}
