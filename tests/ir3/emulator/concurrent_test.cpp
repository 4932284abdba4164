#include <jacquard/support/concurrency/weak_memory.h>

#include "workgroup_fixture.h"

#include <set>

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr std::uint64_t kSeeds = 200;

// Returns the values of a word of a buffer after `lines` ran on waves of one lane, over many seeds;
// or the message of a fault. r0.x is the number of the wave, r0.y zero.
std::set<std::string> outcomes_of(std::initializer_list<const char*> lines, std::size_t word,
                                  unsigned waves_per_group = 2,
                                  Revision revision = Revision::a6xx) {
    std::set<std::string> outcomes;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Workgroup group(2, 1, revision);
        ConcurrentRun run(seed);
        group.concurrent = &run;
        group.waves_per_group = waves_per_group;
        const RunResult result = group.run(lines);
        outcomes.insert(result.fault ? result.fault.message : std::to_string(group.buffer[word]));
    }
    return outcomes;
}

using Outcomes = std::set<std::string>;

// The first wave stores 1 to word 0 and then to word 1; the second copies word 1 to word 2 and then
// word 0 to word 3, where it stores 9 if it saw no 1 in the other.
#define MESSAGE(RELEASE, ACQUIRE)                                                                  \
    "cmps.u.eq p0.x, r0.x, 0", "mov.u32u32 r2.x, 0", "mov.u32u32 r2.y, 1", "mov.u32u32 r2.z, 2",   \
        "mov.u32u32 r2.w, 1", "(rpt5)nop", "br !p0.x, #6",                                         \
        "stib.b.untyped.1d.u32.1.imm.base0 r2.w, r2.x, 0", RELEASE, "(sy)(ss)nop",                 \
        "stib.b.untyped.1d.u32.1.imm.base0 r2.w, r2.y, 0", "end",                                  \
        "(jp)ldib.b.untyped.1d.u32.1.imm.base0 r3.x, r2.y, 0", "(sy)nop", ACQUIRE, "(sy)(ss)nop",  \
        "ldib.b.untyped.1d.u32.1.imm.base0 r3.y, r2.x, 0", "(sy)cmps.u.eq p0.x, r3.x, 1",          \
        "(rpt5)nop", "br p0.x, #3", "mov.u32u32 r3.y, 9", "(rpt5)nop",                             \
        "(jp)stib.b.untyped.1d.u32.1.imm.base0 r3.y, r2.z, 0"

} // namespace

TEST_CASE("together: a message passes where a fence releases and one acquires") {
    const Outcomes safe = {"1", "9"};
    const Outcomes weak = {"0", "1", "9"};
    CHECK(outcomes_of({MESSAGE("fence.g.l.r.w", "fence.g.l.r.w")}, 2) == safe);
    CHECK(outcomes_of({MESSAGE("nop", "fence.g.l.r.w")}, 2) == weak);
    CHECK(outcomes_of({MESSAGE("fence.g.l.r.w", "nop")}, 2) == weak);
    CHECK(outcomes_of({MESSAGE("fence.g.r", "fence.g.l.r.w")}, 2) == weak);
    CHECK(outcomes_of({MESSAGE("fence.g.w", "fence.g.r")}, 2) == safe);
    // A fence orders only the memory that it names.
    CHECK(outcomes_of({MESSAGE("fence.l.r.w", "fence.g.l.r.w")}, 2) == weak);
}

TEST_CASE("together: what other workgroups wrote takes an invalidation where caches need one") {
    const Outcomes safe = {"1", "9"};
    const Outcomes weak = {"0", "1", "9"};
    CHECK(outcomes_of({MESSAGE("fence.g.w", "fence.g.l.r.w")}, 2, 1) == safe);
    CHECK(outcomes_of({MESSAGE("fence.g.w", "fence.g.l.r.w")}, 2, 1, Revision::a7xx) == weak);
    CHECK(outcomes_of({MESSAGE("fence.g.w", "fence.g.l.r.w")}, 2, 2, Revision::a7xx) == safe);
    CHECK(outcomes_of({MESSAGE("fence.g.w", "(sy)ccinv")}, 2, 1, Revision::a7xx) == safe);
}

TEST_CASE("together: a load comes as late as the flag that waits for it") {
    // Each wave loads the word that the other stores to, and stores behind it.
#define LOAD_AND_STORE(WAIT)                                                                       \
    "xor.b r1.x, r0.x, 1", "add.u r1.y, r0.x, 2", "mov.u32u32 r1.z, 1", "(rpt5)nop",               \
        "ldib.b.untyped.1d.u32.1.imm.base0 r2.x, r0.x, 0", WAIT,                                   \
        "stib.b.untyped.1d.u32.1.imm.base0 r1.z, r1.x, 0", "(sy)(ss)nop",                          \
        "stib.b.untyped.1d.u32.1.imm.base0 r2.x, r1.y, 0"
    const auto both_loaded = [](std::initializer_list<const char*> lines) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            Workgroup group(2, 1);
            ConcurrentRun run(seed);
            group.concurrent = &run;
            const RunResult result = group.run(lines);
            INFO(result.fault.message);
            REQUIRE_FALSE(result.fault);
            if (group.buffer[2] == 1 && group.buffer[3] == 1) {
                return true;
            }
        }
        return false;
    };
    CHECK(both_loaded({LOAD_AND_STORE("nop")}));
    CHECK_FALSE(both_loaded({LOAD_AND_STORE("(sy)nop")}));
}

TEST_CASE("together: waves that wait at different barriers are a fault") {
    const Outcomes outcomes = outcomes_of({"cmps.u.eq p0.x, r0.x, 0", "(rpt5)nop", "br p0.x, #3",
                                           "bar.g", "(sy)(ss)end", "(jp)bar.g", "(sy)(ss)nop"},
                                          0);
    INFO(*outcomes.begin());
    CHECK(outcomes.size() == 1);
    CHECK(outcomes.begin()->find("waits for waves that wait at another barrier") !=
          std::string::npos);
}

TEST_CASE("together: the steps of all waves are limited") {
    Workgroup group;
    ConcurrentRun run(1);
    group.concurrent = &run;
    group.options.maximum_steps = 100;
    const RunResult result = group.run({"jump #0"});
    CHECK(result.fault.kind == FaultKind::too_many_steps);
    CHECK(result.steps == 100);
}
