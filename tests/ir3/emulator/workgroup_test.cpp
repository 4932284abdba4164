#include "workgroup_fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

using Words = std::vector<std::uint32_t>;

// Each invocation stores its number and reads the one of its neighbour, the first of the last.
#define STORE                                                                                      \
    "shl.b r1.x, r0.x, 2", "(nop3) add.u r1.y, r0.x, 1", "(nop3) and.b r1.y, r1.y, 7",             \
        "shl.b r1.y, r1.y, 2", "(rpt5)nop", "stl.u32 l[r1.x], r0.x, 1"
#define FENCE "fence.r.w", "(ss)nop"
#define BARRIER "(sy)bar.g", "(ss)nop"
#define LOAD "(sy)ldl.u32 r1.z, l[r1.y], 1", "(ss)nop"

TEST_CASE("waves see after a barrier what others stored before it") {
    Workgroup group;
    group.watch_local();
    CHECK(group.fault_of({STORE, FENCE, BARRIER, LOAD}) == "");
    CHECK(group.words_of(r(1, 2)) == Words{1, 2, 3, 4, 5, 6, 7, 0});
}

TEST_CASE("what waves exchange without a barrier is a race") {
    Workgroup group;
    group.watch_local();
    const RunResult result = group.run({STORE, FENCE, LOAD});
    // The first wave reads what the second, which comes later, has not stored yet.
    CHECK((result.fault.kind == FaultKind::unwritten_memory ||
           result.fault.kind == FaultKind::data_race));
    CHECK(group.run({STORE, FENCE, BARRIER, STORE, LOAD}).fault.kind == FaultKind::data_race);
}

TEST_CASE("a barrier without a fence before it does not make stores visible") {
    Workgroup group;
    group.watch_local();
    const RunResult result = group.run({STORE, "(ss)nop", BARRIER, LOAD});
    CHECK(result.fault.kind == FaultKind::missing_fence);
    CHECK(result.fault.message ==
          "wave 0: instruction 9 '(sy)ldl.u32 r1.z, l[r1.y], 1' reads byte 16, which instruction 5 "
          "'stl.u32 l[r1.x], r0.x, 1' wrote without a fence before the barrier");
}

TEST_CASE("a fence that orders no writes is none for them") {
    Workgroup group;
    group.watch_local();
    CHECK(group.run({STORE, "fence.r", "(ss)nop", BARRIER, LOAD}).fault.kind ==
          FaultKind::missing_fence);
}

TEST_CASE("a read of memory that nothing wrote is a fault where somebody watches") {
    const std::initializer_list<const char*> load = {"ldl.u32 r1.x, l[r0.y+4], 1", "(ss)nop"};
    Workgroup group(1);
    CHECK(group.fault_of(load) == "");
    group.watch_local();
    CHECK(group.fault_of(load) == "instruction 0 'ldl.u32 r1.x, l[r0.y+4], 1' reads byte 4, which "
                                  "was never written");
}

TEST_CASE("lanes that store different values to one place are a race, equal ones are none") {
    Workgroup group(1);
    group.watch_local();
    CHECK(group.fault_of({"stl.u32 l[r0.y], r0.y, 1"}) == "");
    CHECK(group.run({"stl.u32 l[r0.y], r0.x, 1"}).fault.kind == FaultKind::data_race);
}

TEST_CASE("atomics of several waves are no race and count every lane") {
    Workgroup group;
    group.watch_local();
    CHECK(group.fault_of({"mov.u32u32 r1.x, 0", "mov.u32u32 r1.z, 1", "(rpt5)nop",
                          "stl.u32 l[r1.x], r1.x, 1", FENCE, BARRIER,
                          "(sy)atomic.add.untyped.1d.u32.1.l r1.y, l[r1.x], r1.z", "(ss)nop"}) ==
          "");
    CHECK(Workgroup::word(group.local, 0) == 8);
    CHECK(group.words_of(r(1, 1)) == Words{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("a barrier that only some lanes reach is a fault") {
    Workgroup group;
    const RunResult result = group.run(
        {"cmps.u.lt p0.x, r0.x, 2", "(rpt5)nop", "br p0.x, #3", "bar.g", "(sy)(ss)nop", "(jp)nop"});
    CHECK(result.fault.kind == FaultKind::control_flow);
}

TEST_CASE("a barrier waits for ever where other waves have ended") {
    Workgroup group;
    // Only the first wave jumps over it.
    const RunResult result = group.run(
        {"cmps.u.lt p0.x, r0.x, 4", "(rpt5)nop", "ball p0.x, #3", "bar.g", "(sy)(ss)nop", "nop"});
    CHECK(result.fault.kind == FaultKind::control_flow);
    CHECK(result.fault.message == "instruction 3 'bar.g' waits for waves that have ended");
}

TEST_CASE("one wave runs the preamble, and all see what it stored") {
    Workgroup group;
    CHECK(group.fault_of({"shps #6", "getone #5", "add.u r2.x, c1.x, 1", "(rpt5)nop",
                          "stc.u32 c[4], r2.x, 1", "(sy)(ss)shpe", "(jp)mov.u32u32 r1.x, c1.x"}) ==
          "");
    CHECK(group.words_of(r(1, 0)) == Words(8, 1));
}

TEST_CASE("the steps of all waves together are limited") {
    Workgroup group;
    group.options.maximum_steps = 100;
    const RunResult result = group.run({"jump #0"});
    CHECK(result.fault.kind == FaultKind::too_many_steps);
    CHECK(result.steps == 100);
}
