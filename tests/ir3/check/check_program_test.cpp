// How many findings are kept, and that one slot less is one finding more: texts cannot say this.

#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

struct Example {
    const char* name;
    const char* before;
    unsigned nops;
    const char* last;
};

// Sequences with the number of slots that their last instruction needs before it.
constexpr Example kExamples[] = {
    {"repeats that walk together", "(rpt1)mov.f32f32 r3.x, (r)c0.x", 2,
     "(rpt1)mul.f r3.x, (r)r3.x, r9.x"},
    {"the first element of a repeat is old already", "(rpt2)mov.f32f32 r3.x, (r)c0.x", 1,
     "mul.f r8.x, r3.x, r9.x"},
    {"a repeat that reads ahead", "(rpt1)mov.f32f32 r3.x, (r)c0.x", 3,
     "(rpt1)mul.f r8.x, (r)r3.y, r9.x"},
    {"the third source of a multiply-add is read later", "mov.f32f32 r2.z, c3.x", 1,
     "mad.f32 r2.w, r5.x, r5.y, r2.z"},
    {"a select reads its third source with the others", "mov.f32f32 r2.z, c3.x", 3,
     "sel.b32 r2.w, r5.x, r5.y, r2.z"},
    {"ALU to special function", "mul.f r4.x, r5.x, r5.y", 6, "rcp r4.y, r4.x"},
    {"ALU to texture", "mov.f32f32 r0.x, c3.x", 6, "sam (f32)(x)r5.x, r0.x, s#0, t#0"},
    {"the second coordinate is read a slot later", "mov.f32f32 r0.y, c3.x", 5,
     "sam (f32)(x)r5.x, r0.x, s#0, t#0"},
    {"ALU to a store of a vector", "mov.f32f32 r0.z, c3.x", 4, "stc.u32 c[16], r0.x, 4"},
    {"half of a full register", "mov.f32f32 r0.x, c3.x", 6, "add.f hr8.x, hr0.y, hr0.y"},
    {"a full register of halves", "add.f hr0.y, hr8.x, hr8.x", 6, "add.f r5.x, r0.x, r0.x"},
    {"swaps write one after the other", "swz.f32f32 r0.x, r0.y, r1.x, r1.y", 3,
     "add.f r2.x, r0.y, r9.x"},
    {"(nopN) counts", "(nop2) add.f r1.x, r5.x, r5.y", 1, "add.f r1.y, r1.x, r5.y"},
    {"the weights of a varying", "mov.f32f32 r0.x, c3.x", 3, "bary.f r1.x, 0, r0.x"},
};

} // namespace

TEST_CASE("the slots that are needed are enough, and one less is a finding") {
    for (const Example& example : kExamples) {
        CAPTURE(example.name);
        const auto program = [&example](unsigned nops) {
            std::string text = std::string(example.before) + '\n';
            for (unsigned i = 0; i < nops; ++i) {
                text += "nop\n";
            }
            return text + example.last + "\nend\n";
        };
        CHECK(findings(program(example.nops)) == "");
        const std::string missing = findings(program(example.nops - 1));
        CHECK(missing.find("are needed") != std::string::npos);
    }
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
