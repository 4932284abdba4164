#include <jacquard/generated/ir3/revisions.h>

#include "workgroup_fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

using Words = std::vector<std::uint32_t>;

TEST_CASE("a shuffle reads the lane that its mode computes") {
    Workgroup wave(1, 8);
    CHECK(wave.fault_of({"shfl.xor.u32 r1.x, r0.x, 1", "shfl.rup.u32 r1.y, r0.x, 3",
                         "shfl.rdown.u32 r1.z, r0.x, 3", "shfl.up.u32 r1.w, r0.x, 2",
                         "shfl.down.u32 r2.x, r0.x, 2", "(ss)nop"}) == "");
    CHECK(wave.words_of(r(1, 0)) == Words{1, 0, 3, 2, 5, 4, 7, 6});
    CHECK(wave.words_of(r(1, 1)) == Words{5, 6, 7, 0, 1, 2, 3, 4});
    CHECK(wave.words_of(r(1, 2)) == Words{3, 4, 5, 6, 7, 0, 1, 2});
    CHECK(wave.words_of(r(1, 3)) == Words{0, 1, 0, 1, 2, 3, 4, 5});
    CHECK(wave.words_of(r(2, 0)) == Words{2, 3, 4, 5, 6, 7, 6, 7});
}

TEST_CASE("the upper half of a cluster gets the highest lane of the lower half") {
    Workgroup wave(1, 8);
    CHECK(wave.fault_of({"mov.u32u32 r1.x, 9", "mov.u32u32 r1.y, 9", "(rpt5)nop",
                         "brcst.active.w2 (u32)(x)r1.x, r0.x", "brcst.active.w8 (u32)(x)r1.y, r0.x",
                         "(sy)nop"}) == "");
    CHECK(wave.words_of(r(1, 0)) == Words{9, 0, 9, 2, 9, 4, 9, 6});
    CHECK(wave.words_of(r(1, 1)) == Words{9, 9, 9, 9, 3, 3, 3, 3});
}

// The sum of a wave, as a compiler builds it: sums of two, four and eight lanes, then one of a
// cluster after the other.
TEST_CASE("a reduction over a wave ends with the sum in every lane") {
    Workgroup wave(1, 16, Revision::a7xx);
    CHECK(wave.fault_of({
              "mov.u32u32 r48.w, 0",                // 0
              "mov.u32u32 r1.x, 0",                 // 1
              "mov.u32u32 r1.y, 0",                 // 2
              "mov.u32u32 r1.z, 0",                 // 3
              "(rpt5)nop",                          // 4
              "brcst.active.w2 (u32)(x)r1.x, r0.x", // 5
              "(sy)add.u r0.x, r0.x, r1.x",         // 6
              "(rpt5)nop",                          // 7
              "brcst.active.w4 (u32)(x)r1.y, r0.x", // 8
              "(sy)(ss)add.u r0.x, r0.x, r1.y",     // 9
              "(rpt5)nop",                          // 10
              "brcst.active.w8 (u32)(x)r1.z, r0.x", // 11
              "(sy)(ss)add.u r0.x, r0.x, r1.z",     // 12
              "(ss)mov.u32u32 r1.w, r48.w",         // 13
              "(rpt5)nop",                          // 14
              "add.u r1.w, r0.x, r1.w",             // 15
              "getlast.w8 #4",                      // 16
              "(rpt5)nop",                          // 17
              "mov.u32u32 r48.w, r1.w",             // 18
              "getone #-6",                         // 19
              "(ss)(jp)mov.u32u32 r2.x, r48.w",     // 20
          }) == "");
    CHECK(wave.words_of(r(2, 0)) == Words(16, 120));
}

TEST_CASE("the position of a sample is what the run says; without samples it is the middle") {
    Workgroup wave(1, 2);
    const std::array<std::array<float, 2>, 2> positions = {{{-0.25F, 0.25F}, {0.125F, 0.5F}}};
    wave.environments[0].sample_positions = positions;
    const std::initializer_list<const char*> program = {"rgetpos (f32)(xy)r1.x, r0.x", "(sy)nop"};
    CHECK(wave.fault_of(program) == "");
    CHECK(wave.words_of(r(1, 0)) == Words{bits(-0.25F), bits(0.125F)});
    CHECK(wave.words_of(r(1, 1)) == Words{bits(0.25F), bits(0.5F)});
    wave.environments[0].sample_positions = {};
    CHECK(wave.fault_of(program) == "");
    CHECK(wave.words_of(r(1, 1)) == Words{0, 0});
}
