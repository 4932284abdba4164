#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

namespace {

constexpr const char* kLate = "rcp r0.x, r1.x\n"
                              "\n"
                              "  add.f r0.y, r0.x, r1.x ; too early\n"
                              "end\n";

} // namespace

TEST_CASE("check says at which line an instruction is wrong, and where the other one is") {
    const Answer answer = run_tool({"check", "-", "--gpu", "630"}, kLate);
    CHECK(answer.code == 1);
    CHECK(answer.out.empty());
    CHECK(answer.err ==
          "<stdin>:3:1: error[K104]: instruction 1 'add.f r0.y, r0.x, r1.x' reads r0.x without "
          "(ss) after instruction 0 'rcp r0.x, r1.x', whose result is pending\n"
          "      add.f r0.y, r0.x, r1.x ; too early\n"
          "    ^\n"
          "<stdin>:1:1: note: instruction 0 is here\n"
          "    rcp r0.x, r1.x\n"
          "    ^\n");
}

TEST_CASE("check gives findings as JSON, a line each") {
    const Answer answer = run_tool({"check", "-", "--json"}, kLate);
    CHECK(answer.code == 1);
    CHECK(answer.err.empty());
    CHECK(answer.out ==
          "{\"code\": \"K104\", \"kind\": \"missing_sync\", \"instruction\": 1, \"other\": 0, "
          "\"line\": 3, \"message\": \"instruction 1 'add.f r0.y, r0.x, r1.x' reads r0.x without "
          "(ss) after instruction 0 'rcp r0.x, r1.x', whose result is pending\"}\n");
}

TEST_CASE("check says nothing of what compile makes") {
    const TemporaryFolder folder("check");
    for (const char* name : {"lit_texture.frag.tgsi", "transform.vert.tgsi"}) {
        for (const char* gpu : {"330", "420", "540", "630", "730"}) {
            INFO(name << " on " << gpu);
            const Answer compiled = run_tool({"compile", example(name), "--gpu", gpu, "-o",
                                              folder / "w", "--header", folder / "h"});
            INFO(compiled.err);
            REQUIRE(compiled.code == 0);
            const Answer words =
                run_tool({"check", folder / "w", "--header", folder / "h", "--divergent"});
            INFO(words.err);
            CHECK(words.code == 0);
            CHECK((words.out + words.err).empty());
            const Answer text = run_tool({"compile", example(name), "--gpu", gpu});
            const Answer checked = run_tool({"check", "-", "--divergent"}, text.out);
            INFO(checked.err);
            CHECK(checked.code == 0);
        }
    }
}

TEST_CASE("check takes the registers that directives list as all that are set") {
    const char* program = "add.f r0.x, r1.x, r1.y\nend\n";
    CHECK(run_tool({"check", "-"}, program).code == 0);
    CHECK(run_tool({"check", "-", "--gpu", "630"}, std::string("@gpu 630\n") + program).code == 0);
    const Answer answer =
        run_tool({"check", "-"},
                 std::string("@input VERT_ATTRIB_GENERIC0 r1.x components x index 0\n") + program);
    CHECK(answer.code == 1);
    CHECK(contains(answer.err, "<stdin>:2:1: error[K107]: instruction 0 'add.f r0.x, r1.x, r1.y' "
                               "reads r1.y, which was never written\n"));
}

TEST_CASE("check reads words as hex or raw") {
    const std::string hex = "8010000000000001\n\n  4010000100010000 \n0300000000000000\n";
    const Answer lines = run_tool({"check", "--hex", "-"}, hex);
    INFO(lines.err);
    CHECK(lines.code == 1);
    CHECK(contains(lines.err, "<stdin>:3:1: error[K104]: instruction 1 "));
    const Answer wrong = run_tool({"check", "--hex", "-"}, "8010000000000001\nxyz\n");
    CHECK(wrong.code == 1);
    CHECK(contains(wrong.err, "<stdin>:2:1: error[D205]: expected a word of 16 hex digits\n"));

    const TemporaryFolder folder("check_words");
    REQUIRE(run_tool({"asm", "-", "-o", folder / "w"}, kLate).code == 0);
    const Answer raw = run_tool({"check", folder / "w"});
    CHECK(raw.code == 1);
    CHECK(contains(raw.err, "error[K104]: instruction 1 'add.f r0.y, r0.x, r1.x' reads r0.x"));
    folder.write("odd", std::string(7, '\0'));
    CHECK(contains(run_tool({"check", folder / "odd"}).err,
                   "error[D202]: 7 bytes are not a whole number of 64-bit words\n"));
}

TEST_CASE("check takes several files and names that of each finding") {
    const TemporaryFolder folder("check_several");
    folder.write("late", kLate);
    folder.write("good", "end\n");
    folder.write("broken", "add.f r0.x\n");
    const Answer text =
        run_tool({"check", folder / "late", folder / "good", folder / "broken", folder / "late"});
    CHECK(text.code == 1);
    const std::string late = std::string(folder / "late") + ":3:1: error[K104]: ";
    const std::size_t first = text.err.find(late);
    REQUIRE(first != std::string::npos);
    CHECK(text.err.find(late, first + 1) != std::string::npos);
    CHECK(!contains(text.err, folder / "good"));
    CHECK(contains(text.err, std::string(folder / "broken") + ":1:"));

    const Answer json = run_tool({"check", folder / "good", folder / "late", "--json"});
    CHECK(json.code == 1);
    CHECK(contains(json.out, "{\"file\": \"" + std::string(folder / "late") + "\", \"code\": "));

    CHECK(run_tool({"check", folder / "good", folder / "good"}).code == 0);
    const Answer absent = run_tool({"check", "/nonexistent", folder / "late"});
    CHECK(absent.code == 2);
    CHECK(contains(absent.err, late));
}

TEST_CASE("check refuses what it cannot read") {
    CHECK(run_tool({"check", "/nonexistent"}).code == 2);
    CHECK(run_tool({"check", "-", "--gpu", "631"}, kLate).code == 2);
    CHECK(run_tool({"check", "-"}, "add.f r0.x\n").code == 1);
    CHECK(run_tool({"check", "-", "--header", "/nonexistent"}, kLate).code == 2);
    const TemporaryFolder folder("check_header");
    folder.write("h", "{\"gpu\": 631, \"stage\": \"VERT\"}");
    CHECK(run_tool({"check", "--hex", "-", "--header", folder / "h"}, "0300000000000000\n").code ==
          2);
}
