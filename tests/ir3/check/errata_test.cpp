// Deviations of parts from their documented instructions, found in programs written by hand: those
// of the compiler avoid them.

#include <jacquard/generated/ir3/errata.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/describe/fault_words.h>

#include "fixture.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

// Returns the findings in the body of a program on a part.
std::string found_on(const char* part, const std::string& body) {
    return findings("@gpu " + std::string(part) + "\n" + body);
}

// The third instruction rests too little.
std::string lacks_rest(const char* instruction, unsigned slots, unsigned needed) {
    return "instruction 2 '" + std::string(instruction) + "' is followed by " +
           counted(slots, "slot") + " in which nothing is done; this part needs " +
           std::to_string(needed) + '\n';
}

bool is_on(unsigned part, std::string_view name) {
    const std::span<const ErratumInfo> all = errata();
    const auto* erratum =
        std::find_if(all.data(), all.data() + all.size(),
                     [name](const ErratumInfo& info) { return info.name == name; });
    REQUIRE(erratum != all.data() + all.size());
    return has_erratum(part, *erratum);
}

} // namespace

TEST_CASE("errata: a mark on end has no effect on a5xx") {
    const char* marked = "br p0.x, #l\nnop\nl:\n(jp)end\n";
    CHECK(found_on("540", marked) ==
          "instruction 2 '(jp)end' is marked (jp), which has no effect there on this part\n");
    CHECK(found_on("540", "br p0.x, #l\nnop\nl:\n(jp)nop\nend\n") == "");
    CHECK(found_on("630", marked) == "");
    CHECK(found_on("430", marked) == "");
}

TEST_CASE("errata: predicated parts rest between their sides and behind them") {
    const auto sides = [](const char* between) {
        return "predt\nadd.f r0.x, r1.x, r1.y\npredf\n" + std::string(between) +
               "mul.f r0.x, r1.x, r1.y\nprede\n(rpt5)nop\nend\n";
    };
    const auto part = [](const char* behind) {
        return "predt\nadd.f r0.x, r1.x, r1.y\nprede\n" + std::string(behind);
    };
    struct Example {
        const char* part;
        std::string body;
        std::string finding;
    };
    const std::vector<Example> examples = {
        {"730", sides(""), lacks_rest("predf", 0, 4)},
        {"660", sides("(rpt2)nop\n"), lacks_rest("predf", 3, 4)},
        {"730", sides("(rpt1)nop\n(rpt1)nop\n"), ""},
        // These rest behind the part alone, and those not at all.
        {"650", sides(""), ""},
        {"630", sides(""), ""},
        {"650", part("end\n"), lacks_rest("prede", 0, 6)},
        {"840", part("(rpt4)nop\nend\n"), lacks_rest("prede", 5, 6)},
        {"730", part("(rpt5)nop\nend\n"), ""},
        {"730", part("(rpt6)nop\nend\n"), ""},
        // Wherever control goes on.
        {"730", part("jump #on\nadd.f r0.y, r1.x, r1.y\non:\n(rpt5)nop\nend\n"), ""},
        {"630", part("end\n"), ""},
    };
    for (const Example& example : examples) {
        CAPTURE(example.part, example.body);
        CHECK(found_on(example.part, example.body) == example.finding);
    }
}

TEST_CASE("errata: constants are there with the flag of what wrote them") {
    const auto preamble = [](const char* writes, const char* reads) {
        return "shps #main\ngetone #main\nmova1 a1.x, 16\n(rpt5)nop\n" + std::string(writes) +
               reads + "(sy)(ss)shpe\nmain:\n(jp)end\n";
    };
    const char* load = "ldc.1.k.imm.base0 c[a1.x], 0, 0\n";
    const char* store = "stc.u32 c[16], r0.x, 1\n";
    CHECK(found_on("660", preamble(load, "(sy)mov.f32f32 r1.x, c4.x\n")) == "");
    CHECK(found_on("660", preamble(load, "(ss)mov.f32f32 r1.x, c4.x\n")) ==
          "instruction 5 '(ss)mov.f32f32 r1.x, c4.x' reads a constant without (sy) after "
          "instruction 4 'ldc.1.k.imm.base0 c[a1.x], 0, 0' wrote into the constant file\n");
    CHECK(found_on("660", preamble(store, "(ss)mov.f32f32 r1.x, c4.x\n")) == "");
    CHECK(found_on("660", preamble(store, "(sy)mov.f32f32 r1.x, c4.x\n")) ==
          "instruction 5 '(sy)mov.f32f32 r1.x, c4.x' reads a constant without (ss) after "
          "instruction 4 'stc.u32 c[16], r0.x, 1' wrote into the constant file\n");
}

TEST_CASE("errata: registers that lanes share and moves that do not reach them") {
    CHECK(found_on("660", "mov.u16u16 hr48.x, hr1.x\n(ss)end\n") ==
          "instruction 0 'mov.u16u16 hr48.x, hr1.x' moves a half register of the lanes to one that "
          "they share, which is not reliable on this part\n");
    CHECK(found_on("660", "cov.u32u16 hr48.x, r1.x\n(ss)end\n") == "");
    CHECK(found_on("730", "mov.u16u16 hr48.x, hr1.x\n(ss)end\n") == "");

    CHECK(found_on("730", "cov.s32f32 r48.x, r1.x\n(ss)end\n") ==
          "instruction 0 'cov.s32f32 r48.x, r1.x' converts a register of the lanes to one that "
          "they share, which no part does reliably\n");
    CHECK(found_on("730", "cov.s32f32 r48.x, r49.x\n(ss)end\n") == "");

    CHECK(found_on("630", "cov.s32f32 r48.x, r49.x\n(ss)end\n") ==
          "instruction 0 'cov.s32f32 r48.x, r49.x' converts a register that lanes share to "
          "another, which is not reliable on this part\n");

    CHECK(found_on("830", "cov.u32u16 hr48.x, r49.x\n(ss)end\n") ==
          "instruction 0 'cov.u32u16 hr48.x, r49.x' converts an integer of all lanes to fewer "
          "bits, which is not reliable on this part\n");
    CHECK(found_on("730", "cov.u32u16 hr48.x, r49.x\n(ss)end\n") == "");
}

TEST_CASE("errata: three sources and an address without an offset") {
    const auto program = [](const char* place) {
        return "mova a0.x, hr20.x\n(rpt5)nop\nmad.f32 r0.x, c<a0.x + 0>, r1.x, " +
               std::string(place) + "\nend\n";
    };
    CHECK(found_on("540", program("c<a0.x + 0>")) ==
          "instruction 2 'mad.f32 r0.x, c<a0.x + 0>, r1.x, c<a0.x + 0>' has what a0.x names "
          "without an offset as its last source, which is not reliable on this part\n");
    CHECK(found_on("540", program("c<a0.x + 4>")) == "");
    CHECK(found_on("630", program("c<a0.x + 0>")) == "");
}

TEST_CASE("errata: push constants are copied twice where once is not reliable") {
    const auto preamble = [](const char* second) {
        return "shps #main\ngetone #main\nstsc.u32 c[0], 0, 4\n" + std::string(second) +
               "(sy)(ss)shpe\nmain:\n(jp)end\n";
    };
    const std::string once = "instruction 2 'stsc.u32 c[0], 0, 4' copies push constants once, "
                             "which is not reliable on this part\n";
    CHECK(found_on("740", preamble("")) == once);
    CHECK(found_on("740", preamble("(ss)nop\nstsc.u32 c[0], 0, 4\n")) == "");
    // The second may not begin before the first has arrived.
    CHECK(found_on("740", preamble("stsc.u32 c[0], 0, 4\n")).starts_with(once));
    CHECK(found_on("730", preamble("")) == "");
}

TEST_CASE("errata: (ss) does not tell that a question about rays has read its registers") {
    const std::string question = "ray_intersection r0.x, [r4.x], r8.x, r12.x, r16.x\n";
    CHECK(found_on("740", question + "(sy)mov.f32f32 r8.x, r20.x\nend\n") == "");
    CHECK(found_on("740", question + "(ss)mov.f32f32 r8.x, r20.x\n(sy)end\n") ==
          "instruction 1 '(ss)mov.f32f32 r8.x, r20.x' overwrites r8.x without (sy) after "
          "instruction 0 'ray_intersection r0.x, [r4.x], r8.x, r12.x, r16.x', which reads it "
          "late\n");
}

TEST_CASE("errata: predicates of a whole wave are waited for with (ss), not with slots") {
    const auto program = [](const char* branch) {
        return "add.u r49.w, r49.w, 1\n(nop3) cmps.u.ge up0.x, r49.w, 8\n(rpt3)nop\n" +
               std::string(branch) + "nop\nl:\n(jp)end\n";
    };
    CHECK(found_on("730", program("(ss)br p0.x, #l\n")) == "");
    CHECK(found_on("730", program("br p0.x, #l\n")) ==
          "instruction 3 'br p0.x, #2' reads p0.x without (ss) after instruction 1 '(nop3) "
          "cmps.u.ge up0.x, r49.w, 8', whose result is pending\n");
}

TEST_CASE("errata: in a preamble one lane goes on and waits for no other") {
    const char* body = "mov.u32u32 r48.x, c0.x\n"
                       "br p0.x, #other\n"
                       "mov.u32u32 r48.y, c0.x\n"
                       "jump #join\n"
                       "other:\n"
                       "mov.u32u32 r48.y, r48.z\n"
                       "join:\n"
                       "(sy)(ss)shpe\n"
                       "main:\n"
                       "(jp)end\n";
    CHECK(found_on("730", "shps #main\ngetone #main\n" + std::string(body)) == "");
}

TEST_CASE("errata: each part has its own") {
    CHECK(is_on(540, "unmarked_end"));
    CHECK_FALSE(is_on(630, "unmarked_end"));
    CHECK(is_on(650, "predicated_end"));
    CHECK_FALSE(is_on(650, "predicated_sides"));
    CHECK(is_on(663, "predicated_sides"));
    CHECK_FALSE(is_on(702, "predicated_end"));
    CHECK(is_on(1290, "shared_narrowing"));
    CHECK(is_on(1185, "shared_copy"));
    CHECK_FALSE(is_on(750, "shared_copy"));
}

TEST_CASE("errata: those that nobody sees are counted, each with its reason") {
    const std::span<const ErratumInfo> all = errata();
    const auto unseen = std::count_if(all.begin(), all.end(), [](const ErratumInfo& erratum) {
        return erratum.check.empty() && erratum.run.empty();
    });
    CHECK(all.size() == 20);
    CHECK(unseen == 5);
    for (const ErratumInfo& erratum : all) {
        CAPTURE(erratum.name);
        CHECK(erratum.unseen.empty() == !(erratum.check.empty() && erratum.run.empty()));
    }
}
