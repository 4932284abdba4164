#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/describe/compare_revisions.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <algorithm>
#include <sstream>

namespace {

using namespace jacquard;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

ir3::Revision revision(std::string_view name) {
    return ir3::revision_of_part(ir3::find_part(name).value()).value();
}

const ir3::RevisionChange* change_of(const std::vector<ir3::RevisionChange>& changes,
                                     std::string_view opcode, std::string_view subject) {
    const auto found = std::find_if(changes.begin(), changes.end(), [&](const auto& change) {
        return name_of(change.opcode) == opcode && change.subject == subject;
    });
    return found == changes.end() ? nullptr : &*found;
}

} // namespace

TEST_CASE("isa list tells revisions and parts") {
    const Answer answer = run_tool({"isa", "list"});
    CHECK(answer.code == 0);
    for (const char* name : {"a3xx", "a4xx", "a5xx", "a6xx", "a7xx", "a8xx"}) {
        CHECK(contains(answer.out, std::string(name) + "  "));
    }
    CHECK(contains(answer.out, "parts 630 605"));
    const Answer values = run_tool({"isa", "list", "--json"});
    CHECK(lines_of(values.out).size() == ir3::kNumRevisions);
    CHECK(contains(values.out, "\"revision\": \"a7xx\", \"extends\": \"a6xx\", \"parts\": [730,"));
}

TEST_CASE("isa diff tells what is added, changed and where") {
    const Answer answer = run_tool({"isa", "diff", "a6xx", "a7xx"});
    CHECK(answer.code == 0);
    CHECK(answer.out.starts_with("a6xx -> a7xx: 18 opcodes added, 0 removed, 0 moved; "));
    CHECK(contains(answer.out, "\n  stsc  "));
    CHECK(contains(answer.out, "\nldg.a\n  field widened: src0\n    from  21:14 address  defs/"));
    CHECK(run_tool({"isa", "diff", "630", "a730"}).out == answer.out);
    CHECK(run_tool({"isa", "diff", "a6xx", "a6xx"}).out ==
          "a6xx -> a6xx: 0 opcodes added, 0 removed, 0 moved; 0 changes of words\n");
    for (const std::string& line : lines_of(answer.out)) {
        CHECK(line.size() <= 110);
    }
}

TEST_CASE("isa diff tells facts, delays and parts") {
    const Answer answer = run_tool({"isa", "diff", "a7xx", "a8xx"});
    CHECK(contains(answer.out, "\nfact of the machine changed: double_waves\n    from  true\n"));
    CHECK(contains(answer.out, "\ndelay rule changed: alu_to_alu  defs/ir3/revisions/a8xx.yaml:"));
    // A text that changed is shown by a word that prints otherwise.
    CHECK(contains(answer.out, "  text changed: alu_two_sources\n"
                               "    from  (sat)add.f hr0.x, hr0.x, hr0.x  defs/"));
    CHECK(contains(answer.out, "    to    add.f (sat)hr0.x, hr0.x, hr0.x  defs/"));
    CHECK(contains(answer.out, "\npart added: X2-90\n"));
    // Facts are those of the part.
    CHECK(contains(run_tool({"isa", "diff", "630", "610"}).out,
                   "\nfact of the machine changed: wave_vec4\n    from  96\n    to    48\n"));
}

TEST_CASE("isa parts and explain tell what a part is called and what is true of it") {
    const Answer one = run_tool({"isa", "parts", "0x43050c01"});
    CHECK(one.code == 0);
    CHECK(one.out.starts_with("X1-85  "));
    CHECK(contains(one.out, "wave_lanes 64"));
    CHECK(lines_of(run_tool({"isa", "parts", "--json"}).out).size() == 59);
    CHECK(contains(run_tool({"explain", "adreno840"}).out, "\n    wave_vec4 128\n        Reg"));
    CHECK(contains(run_tool({"explain", "540"}).out, "sources disagree about wave_vec4: 48 by"));
    const Answer unknown = run_tool({"isa", "parts", "741"});
    CHECK(unknown.code == 2);
    CHECK(contains(unknown.err, "unknown part '741', did you mean '740'?"));
    CHECK(run_tool({"isa", "parts", "740", "750"}).code == 2);
}

TEST_CASE("isa diff gives a value a line") {
    const std::vector<ir3::RevisionChange> changes =
        compare_revisions(revision("a6xx"), revision("a7xx"));
    const std::vector<std::string> lines =
        lines_of(run_tool({"isa", "diff", "a6xx", "a7xx", "--json"}).out);
    // Differences beside words come last, and each part of both revisions is listed.
    const auto others = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
        return contains(line, "\", \"kind\": \"");
    });
    CHECK(lines.size() - static_cast<std::size_t>(others) == changes.size());
    CHECK(others == 61);
    for (const std::string& line : lines) {
        CHECK(line.starts_with("{\"change\": \""));
        CHECK(line.ends_with("\"}"));
    }
}

TEST_CASE("a comparison is the mirror of the other way round") {
    const auto forth = compare_revisions(revision("a5xx"), revision("a6xx"));
    const auto back = compare_revisions(revision("a6xx"), revision("a5xx"));
    CHECK(forth.size() == back.size());
    const auto added = [](const std::vector<ir3::RevisionChange>& changes, ir3::ChangeKind kind) {
        return std::count_if(changes.begin(), changes.end(),
                             [kind](const auto& change) { return change.kind == kind; });
    };
    CHECK(added(forth, ir3::ChangeKind::opcode_added) > 10);
    CHECK(added(forth, ir3::ChangeKind::opcode_added) ==
          added(back, ir3::ChangeKind::opcode_removed));
    CHECK(added(forth, ir3::ChangeKind::field_widened) ==
          added(back, ir3::ChangeKind::field_narrowed));
}

TEST_CASE("fields that move, widen, go and are fixed are told apart") {
    const auto changes = compare_revisions(revision("a6xx"), revision("a7xx"));
    const ir3::RevisionChange* widened = change_of(changes, "stg.a", "offset");
    REQUIRE(widened != nullptr);
    CHECK(widened->kind == ir3::ChangeKind::field_widened);
    CHECK(widened->from == "10:9");
    CHECK(widened->to == "21:14");
    const ir3::RevisionChange* removed = change_of(changes, "stg.a", "shift");
    REQUIRE(removed != nullptr);
    CHECK(removed->kind == ir3::ChangeKind::field_removed);
    const ir3::RevisionChange* fixed = change_of(changes, "stg.a", "22");
    REQUIRE(fixed != nullptr);
    CHECK(fixed->kind == ir3::ChangeKind::bits_changed);
    CHECK(fixed->from == "-");
    CHECK(fixed->to == "0");
}

TEST_CASE("isa map draws the opcode space with its holes") {
    const Answer answer = run_tool({"isa", "map", "a6xx"});
    CHECK(answer.code == 0);
    for (int category = 0; category < 8; ++category) {
        CHECK(contains(answer.out, "\ncategory " + std::to_string(category) + ", bits 58:"));
    }
    CHECK(contains(answer.out, "    0  add.f      min.f      max.f      mul.f      sign.f"));
    CHECK(contains(answer.out, "    8  .          floor.f"));
    CHECK(contains(answer.out, "  1: br brao braa brac bany ball"));
    CHECK(contains(answer.out, "  at any number, distinguished by other bits: ldib.b stib.b\n"));
    for (const std::string& line : lines_of(answer.out)) {
        CHECK(line.size() <= 100);
    }
}

TEST_CASE("isa refuses what it does not know") {
    const Answer question = run_tool({"isa", "maps"});
    CHECK(question.code == 2);
    CHECK(
        contains(question.err, "takes list, parts, diff or map, not 'maps', did you mean 'map'?"));
    const Answer unknown = run_tool({"isa", "map", "a9xx"});
    CHECK(unknown.code == 2);
    CHECK(contains(unknown.err, "unknown revision 'a9xx'"));
    CHECK(run_tool({"isa", "diff", "a6xx"}).code == 2);
    CHECK(run_tool({"isa", "map"}).code == 2);
    CHECK(run_tool({"isa", "list", "a6xx"}).code == 2);
    CHECK(run_tool({"isa"}).code == 2);
}
