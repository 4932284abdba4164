#include "fixture.h"

#include <algorithm>
#include <string>

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
        [](const LineCost& a, const LineCost& b) { return a.cycles() > b.cycles(); }));
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
    CHECK(issue == report.main.counts.issue_slots + report.preamble.counts.issue_slots);
}

TEST_CASE("cost lines: of many lines those are told that cost most") {
    std::string text;
    for (unsigned i = 0; i < 30; ++i) {
        text += i == 20 ? "(rpt5)nop\n" : "nop\n";
    }
    const CostReport report = report_of(text + "end\n");
    CHECK(report.lines.size() == kCostliestLines);
    CHECK(report.lines.front().line.line == 21);
    CHECK(report.lines.front().cycles() == 6);
}

TEST_CASE("cost lines: words that know no line have none") {
    Program program = assembled("nop\nend\n");
    program.lines.clear();
    CHECK(report_of(program).lines.empty());
}
