#include <jacquard/ir3/cost/cost_report.h>

#include "fixture.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr const char* kShader = "FRAG\n"
                                "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                "DCL OUT[0], COLOR\n"
                                "DCL SAMP[0]\n"
                                "DCL SVIEW[0], 2D, FLOAT\n"
                                "DCL TEMP[0..1]\n"
                                "MUL TEMP[1].xy, IN[0].xyyy, IN[0].yxxx\n"
                                "TEX TEMP[0], TEMP[1], SAMP[0], 2D\n"
                                "COS TEMP[1].x, IN[0].xxxx\n"
                                "MUL OUT[0], TEMP[0], TEMP[1].xxxx\n"
                                "END\n";

const LineCost* line_of(const CostReport& report, std::uint32_t line) {
    const auto found =
        std::find_if(report.lines.begin(), report.lines.end(),
                     [line](const LineCost& cost) { return cost.line.line == line; });
    return found != report.lines.end() ? &*found : nullptr;
}

} // namespace

TEST_CASE("cost lines: each word of a compiled shader knows its line") {
    for (const std::uint32_t gpu : {330U, 420U, 540U, 630U, 730U}) {
        const Program program = compiled(kShader, gpu);
        REQUIRE(program.lines.size() == program.words.size());
        for (const jacquard::SourceLine& line : program.lines) {
            CHECK(line.line >= 7);
            CHECK(line.line <= 11);
        }
    }
}

TEST_CASE("cost lines: a lookup's wait is laid at its door, and waits go first") {
    const CostReport report = report_of(compiled(kShader));
    REQUIRE_FALSE(report.lines.empty());
    CHECK(report.lines.front().line.line == 8);
    CHECK(report.lines.front().waits > 0);
    CHECK(std::is_sorted(
        report.lines.begin(), report.lines.end(),
        [](const LineCost& a, const LineCost& b) { return a.weight() > b.weight(); }));
    const LineCost* cosine = line_of(report, 9);
    REQUIRE(cosine != nullptr);
    CHECK(cosine->words.size() > 1);
}

TEST_CASE("cost lines: the words of all lines are all words, each once") {
    const Program program = compiled(kShader);
    std::vector<std::uint32_t> words;
    double issue = 0;
    const CostReport report = report_of(program);
    for (const LineCost& line : report.lines) {
        issue += line.issue;
        for (const WordCost& word : line.words) {
            words.push_back(word.index);
        }
    }
    std::sort(words.begin(), words.end());
    CHECK(words.size() == program.words.size());
    CHECK(std::adjacent_find(words.begin(), words.end()) == words.end());
    CHECK(issue == report.main.counts.issue_slots);
}

TEST_CASE("cost lines: all lines are told, the one that costs most first") {
    std::string text;
    for (unsigned i = 0; i < 30; ++i) {
        text += i == 20 ? "(rpt5)nop\n" : "nop\n";
    }
    const CostReport report = report_of(text + "end\n");
    CHECK(report.lines.size() == 31);
    CHECK(report.lines.front().line.line == 21);
    CHECK(report.lines.front().cycles() == 6);
}

TEST_CASE("cost lines: a loop of known rounds counts that often, its head once more") {
    Program program = assembled("mov.f32f32 r0.x, r0.y\n"  // line 1
                                "l1: br p0.x, #l2\n"       // the head
                                "add.f r0.x, r0.x, r0.y\n" // the body
                                "jump #l1\n"
                                "l2: end\n");
    program.loops = {{1, 10, true}};
    const CostReport report = report_of(program);
    CHECK(report.main.paths.bounded);
    REQUIRE(line_of(report, 2) != nullptr);
    CHECK(line_of(report, 2)->most_times == 11);
    CHECK(line_of(report, 2)->issue == 11);
    REQUIRE(line_of(report, 3) != nullptr);
    CHECK(line_of(report, 3)->issue == 10);
    CHECK(line_of(report, 1)->issue == 1);
    const auto issue = static_cast<std::size_t>(CostUnit::none);
    CHECK(report.main.paths.longest[issue] == 1 + 11 + 10 + 10 + 1);
    CHECK(report.main.paths.shortest[issue] == report.main.paths.longest[issue]);
    REQUIRE(report.loops.size() == 1);
    CHECK(report.loops[0].rounds == 10);
    CHECK(report.loops[0].cycles == 11 + 10 + 10);
}

TEST_CASE("cost lines: what the user says of a loop goes before what is known") {
    Program program = assembled("l1: add.f r0.x, r0.x, r0.y\n"
                                "br p0.x, #l1\n"
                                "end\n");
    CHECK_FALSE(report_of(program).main.paths.bounded);
    const std::vector<LineRounds> rounds = {{2, 7}, {3, 9}};
    const std::optional<CostReport> report = cost_report(program, rounds);
    REQUIRE(report);
    CHECK(report->main.paths.bounded);
    CHECK(line_of(*report, 1)->issue == 8);
    CHECK(report->lines_without_loop == std::vector<std::uint32_t>{3});
}

TEST_CASE("cost lines: what a function costs stands at its lines, and beside the call") {
    Program program = assembled("nop\n(rpt3)nop\nend\n");
    program.lines = {{10}, {3}, {11}};
    program.lines[1].call = 1;
    program.source_context.calls = {{{10}, "shade"}};
    const CostReport report = report_of(program);
    REQUIRE(line_of(report, 3) != nullptr);
    CHECK(line_of(report, 3)->cycles() == 4);
    REQUIRE(line_of(report, 10) != nullptr);
    CHECK(line_of(report, 10)->cycles() == 1);
    CHECK(line_of(report, 10)->in_calls == 4);
}

TEST_CASE("cost lines: a value that several lines ask for is counted once, and each is told") {
    const Program program = compiled("FRAG\n"
                                     "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                     "DCL OUT[0], COLOR\n"
                                     "DCL TEMP[0..1]\n"
                                     "COS TEMP[0].x, IN[0].xxxx\n" // line 5
                                     "COS TEMP[1].x, IN[0].xxxx\n" // line 6
                                     "COS TEMP[1].y, IN[0].xxxx\n" // line 7
                                     "ADD OUT[0].x, TEMP[1].xxxx, IN[0].yyyy\n"
                                     "MUL OUT[0].y, TEMP[1].yyyy, TEMP[0].xxxx\n"
                                     "END\n");
    const CostReport report = report_of(program);
    const LineCost* first = line_of(report, 5);
    REQUIRE(first != nullptr);
    CHECK(first->cycles() > 10);
    CHECK(first->shared > 10);
    CHECK(first->shared <= first->cycles());
    CHECK(first->served_by.empty());
    for (const std::uint32_t line : {6U, 7U}) {
        const LineCost* served = line_of(report, line);
        REQUIRE(served != nullptr);
        CHECK(served->cycles() < 3);
        CHECK(served->serves.empty());
        REQUIRE(served->served_by.size() == 1);
        CHECK(served->served_by[0].line.line == 5);
        CHECK(served->served_by[0].cycles > 10);
    }
    double lines = report.unlined.prologue + report.unlined.flow + report.unlined.prefetch;
    for (const LineCost& line : report.lines) {
        lines += line.cycles();
    }
    CHECK(lines == report.whole.all());
}

TEST_CASE("cost lines: a function's value for two calls is shared between the lines that call") {
    Program program = assembled("(rpt3)nop\nend\n");
    program.lines = {{3}, {11}};
    program.lines[0].call = 1;
    program.source_context.calls = {{{10}, "shade"}, {{11}, "shade"}};
    program.source_context.share(program.lines[0], {3, 0, 2});
    const CostReport report = report_of(program);
    REQUIRE(line_of(report, 3) != nullptr);
    REQUIRE(line_of(report, 3)->serves.size() == 1);
    CHECK(line_of(report, 3)->serves[0].line.line == 11);
    CHECK(line_of(report, 3)->shared == 4);
    CHECK(line_of(report, 10)->in_calls == 4);
    REQUIRE(line_of(report, 11)->served_by.size() == 1);
    CHECK(line_of(report, 11)->served_by[0].cycles == 4);
    CHECK(line_of(report, 11)->in_calls == 0);
}

TEST_CASE("cost lines: lines and the rest are the whole, and the preamble is in neither") {
    Program program = assembled("shps #l1\n"
                                "nop\n"
                                "shpe\n"
                                "l1: nop\n"
                                "(rpt2)nop\n"
                                "end\n");
    program.lines = {{1}, {2}, {2}, {}, {2}, {}};
    const CostReport report = report_of(program);
    double lines = 0;
    for (const LineCost& line : report.lines) {
        lines += line.cycles();
    }
    CHECK(report.unlined.prologue == 1);
    CHECK(report.unlined.flow == 1);
    CHECK(report.unlined.preamble == 3);
    CHECK(lines + report.unlined.prologue + report.unlined.flow == report.whole.all());
}

TEST_CASE("cost lines: words that know no line have none") {
    Program program = assembled("nop\nend\n");
    program.lines.clear();
    CHECK(report_of(program).lines.empty());
}
