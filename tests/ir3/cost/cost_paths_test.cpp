#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/cost/cost_waits.h>

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr const char* kBranch = "br p0.x, #l1\n"
                                "add.f r0.x, r0.x, r0.y\n"
                                "add.f r0.z, r0.x, r0.y\n"
                                "jump #l2\n"
                                "l1: rcp r0.x, r0.y\n"
                                "l2: end\n";

} // namespace

TEST_CASE("cost paths: each unit's longest and shortest path is its own") {
    const CostPaths paths = report_of(kBranch).main.paths;
    const double arithmetic = cycles_of(paths.total, CostUnit::alu);
    const double complex = cycles_of(paths.total, CostUnit::complex);
    CHECK(arithmetic > 0);
    CHECK(complex > 0);
    CHECK(paths.bounded);
    CHECK(cycles_of(paths.longest, CostUnit::alu) == arithmetic);
    CHECK(cycles_of(paths.longest, CostUnit::complex) == complex);
    CHECK(cycles_of(paths.shortest, CostUnit::alu) == 0);
    CHECK(cycles_of(paths.shortest, CostUnit::complex) == 0);
    // br, two sums, jump, end; br, rcp, end; all six
    CHECK(cycles_of(paths.longest, CostUnit::none) == 5);
    CHECK(cycles_of(paths.shortest, CostUnit::none) == 3);
    CHECK(cycles_of(paths.total, CostUnit::none) == 6);
}

TEST_CASE("cost paths: a loop leaves the longest path without a bound") {
    const CostReport report = report_of("l1: br p0.x, #l2\n"
                                        "add.f r0.x, r0.x, r0.y\n"
                                        "jump #l1\n"
                                        "l2: mul.f r0.x, r0.x, r0.x\n"
                                        "end\n");
    CHECK(report.main.loops == 1);
    CHECK_FALSE(report.main.paths.bounded);
    // Once through the loop, and not at all.
    CHECK(cycles_of(report.main.paths.longest, CostUnit::none) == 5);
    CHECK(cycles_of(report.main.paths.shortest, CostUnit::none) == 3);
}

TEST_CASE("cost paths: repetitions and nops behind an instruction take issue slots") {
    const CostReport report = report_of("(rpt2)add.f r0.x, (r)r1.x, r2.x\n"
                                        "(nop3) mul.f r3.x, r0.x, r0.x\n"
                                        "(rpt5)nop\n"
                                        "end\n");
    CHECK(report.main.counts.total == 4);
    CHECK(report.main.counts.issue_slots == 3 + 4 + 6 + 1);
    CHECK(cycles_of(report.main.paths.total, CostUnit::alu) == 3 + 1);
}

TEST_CASE("cost paths: (ss) and (sy) wait for what is outstanding of their units") {
    const Timing& timing = timing_of(Revision::a6xx);
    const WaitCycles waits = report_of("@gpu 630\n@stage VERT\n"
                                       "rcp r0.x, r0.y\n"
                                       "nop\n"
                                       "(ss)add.f r0.z, r0.x, r0.x\n"
                                       "end\n")
                                 .main.paths.critical;
    CHECK(waits.issue == 4);
    CHECK(waits.short_wait == timing.soft_latency(TimingClass::sfu, 1) - 2);
    CHECK(waits.long_wait == 0);
    const WaitCycles lookup = report_of("@gpu 630\n@stage VERT\n"
                                        "sam (f32)(xyz)r1.x, r0.x, s#0, t#0\n"
                                        "(sy)add.f r0.z, r1.x, r1.x\n"
                                        "end\n")
                                  .main.paths.critical;
    CHECK(lookup.short_wait == 0);
    CHECK(lookup.long_wait == timing.soft_latency(TimingClass::texture, 3) - 1);
}

TEST_CASE("cost paths: lookups that were begun at once are waited for together") {
    const auto waits = [](const char* text) { return report_of(text).main.paths.critical.all(); };
    const double together = waits("sam (f32)(xyz)r1.x, r0.x, s#0, t#0\n"
                                  "sam (f32)(xyz)r2.x, r0.x, s#0, t#0\n"
                                  "(sy)add.f r0.z, r1.x, r2.x\nend\n");
    const double apart = waits("sam (f32)(xyz)r1.x, r0.x, s#0, t#0\n"
                               "(sy)sam (f32)(xyz)r2.x, r1.x, s#0, t#0\n"
                               "(sy)add.f r0.z, r1.x, r2.x\nend\n");
    CHECK(together < apart);
}

TEST_CASE("cost paths: a lookup before the program keeps the texture unit busy and no issue slot") {
    const char* words = "(sy)add.f r0.z, r1.x, r1.x\nend\n";
    const CostReport without = report_of(std::string("@gpu 630\n@stage FRAG\n") + words);
    Program program = assembled(std::string("@gpu 630\n@stage FRAG\n") + words);
    TexturePrefetch prefetch;
    prefetch.destination = {4, false};
    prefetch.write_mask = 0xf;
    program.prefetches.push_back(prefetch);
    const CostReport with = report_of(program);
    CHECK(with.prefetches == 1);
    CHECK(with.main.counts.total == without.main.counts.total);
    CHECK(cycles_of(with.main.paths.longest, CostUnit::none) ==
          cycles_of(without.main.paths.longest, CostUnit::none));
    CHECK(cycles_of(with.main.paths.longest, CostUnit::texture) > 0);
    CHECK(with.main.paths.critical.long_wait > without.main.paths.critical.long_wait);
}

TEST_CASE("cost waits: other waves fill as much of a wait as they have to issue") {
    WaitCycles cycles;
    cycles.issue = 10;
    cycles.long_wait = 40;
    CHECK(exposed_share(cycles, 1) == 1);
    CHECK(exposed_share(cycles, 2) == Approx(0.75));
    CHECK(exposed_share(cycles, 5) == 0);
    CHECK(exposed_share({}, 1) == 0);
}
