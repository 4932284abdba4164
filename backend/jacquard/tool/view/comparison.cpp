#include <jacquard/ir3/cost/cost_lines.h>
#include <jacquard/ir3/cost/costed_code.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/embedded_data.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/text/line_difference.h>
#include <jacquard/tool/cost/cost_verdict.h>
#include <jacquard/tool/view/comparison.h>
#include <jacquard/tool/view/line_table.h>
#include <jacquard/tool/view/page_frame.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <vector>

JACQUARD_EMBEDDED(page_comparison_frame)
JACQUARD_EMBEDDED(page_comparison_style)
JACQUARD_EMBEDDED(page_comparison)
JACQUARD_EMBEDDED(page_style)
JACQUARD_EMBEDDED(page_elements)
JACQUARD_EMBEDDED(page_text)

namespace jacquard::driver::view {

namespace {

// Bytes of the lines of one part of the page, source or code, of both versions together.
constexpr std::size_t kMostBytes = 800'000;

// Texts with what each of them costs, and what tells which of them correspond.
struct Side {
    std::vector<std::string> lines;
    std::vector<std::string> keys; // the lines themselves, or what they have in common
    std::vector<double> costs;
};

Side source_side(const CostedShader& shader) {
    Side side;
    side.lines = lines_of(shader.source->text);
    side.keys = side.lines;
    side.costs.resize(side.lines.size());
    for (const ir3::LineCost& cost : shader.report->lines) {
        if (is_of_source(shader, cost.line) && cost.line.line - 1 < side.costs.size()) {
            side.costs[cost.line.line - 1] += cost.cycles() + cost.in_calls;
        }
    }
    return side;
}

// Words correspond by their opcodes: other registers make no other word of one.
std::string opcode_of(std::string_view word) {
    std::string name;
    unsigned depth = 0;
    for (const char character : word) {
        depth += character == '(' ? 1 : 0;
        if (depth == 0 && (character != ' ' || !name.empty())) {
            if (character == ' ' && !name.ends_with(':')) {
                break;
            }
            name = character == ' ' ? std::string() : name + character;
        }
        depth -= character == ')' && depth > 0 ? 1 : 0;
    }
    return name;
}

Side code_side(const CostedShader& shader) {
    Side side;
    const ir3::CostReport& report = *shader.report;
    side.lines = lines_of(ir3::disassemble_program(shader.program.words, report.revision));
    const ir3::CostedCode code = ir3::costed_code(shader.program, report.revision);
    const std::vector<ir3::WordCost> costs =
        ir3::word_costs(code, ir3::cost_flow(code.main, report.known_loops),
                        shader.program.words.size())
            .words;
    for (std::size_t i = 0; i < side.lines.size(); ++i) {
        side.keys.push_back(opcode_of(side.lines[i]));
        side.costs.push_back(i < costs.size() ? costs[i].cycles() : 0);
    }
    return side;
}

void append_side_lines(json::Writer& json, std::string_view name, const Side& side,
                       std::size_t most) {
    json.name(name).begin_array();
    for (std::size_t i = 0; i < std::min(most, side.lines.size()); ++i) {
        json.string(side.lines[i]);
    }
    json.end_array();
}

std::string cost_list(const Side& side, std::size_t most) {
    NumberList costs;
    for (std::size_t i = 0; i < std::min(most, side.costs.size()); ++i) {
        costs.add_real(side.costs[i]);
    }
    return costs.text();
}

// "kinds" has a letter for each row: a line of both (' '), of the old one ('-'), of the new one
// ('+').
void append_difference(json::Writer& json, std::string_view name, const Side& before,
                       const Side& after) {
    const std::vector<std::string_view> old_keys(before.keys.begin(), before.keys.end());
    const std::vector<std::string_view> new_keys(after.keys.begin(), after.keys.end());
    const std::vector<DifferenceRow> rows = line_difference(old_keys, new_keys);
    std::string kinds;
    std::size_t num_old = 0;
    std::size_t num_new = 0;
    std::size_t bytes = 0;
    for (const DifferenceRow& row : rows) {
        bytes += (row.kind != '+' ? before.lines[num_old].size() : 0) +
                 (row.kind != '-' ? after.lines[num_new].size() : 0);
        if (bytes > kMostBytes) {
            break;
        }
        kinds += row.kind;
        num_old += row.kind != '+' ? 1 : 0;
        num_new += row.kind != '-' ? 1 : 0;
    }
    json.name(name).begin_object();
    json.member("kinds", kinds);
    json.member("left_out", static_cast<std::int64_t>(rows.size() - kinds.size()));
    append_side_lines(json, "before", before, num_old);
    append_side_lines(json, "after", after, num_new);
    json.name("costs").begin_array();
    json.string(cost_list(before, num_old)).string(cost_list(after, num_new));
    json.end_array();
    json.end_object();
}

void append_value(json::Writer& json, std::string_view name, std::optional<double> value) {
    json.name(name);
    if (value) {
        json.number(*value);
    } else {
        json.null();
    }
}

std::string_view mark_of(const CostRow& before, const CostRow& after) {
    constexpr double kNoBound = std::numeric_limits<double>::infinity();
    const double from = before.value.value_or(kNoBound);
    const double to = after.value.value_or(kNoBound);
    if (before.value == after.value) {
        return "equal";
    }
    if (after.worse == WorseWhen::never) {
        return "other";
    }
    return (after.worse == WorseWhen::higher) == (to > from) ? "worse" : "better";
}

// Returns how many figures have each mark, of those that say anything.
std::map<std::string_view, std::size_t>
append_figures(json::Writer& json, const CostedShader& before, const CostedShader& after) {
    std::map<std::string_view, std::size_t> marks;
    const std::vector<CostRow> old_rows = cost_rows(*before.report);
    const std::vector<CostRow> new_rows = cost_rows(*after.report);
    json.name("figures").begin_array();
    for (std::size_t i = 0; i < new_rows.size(); ++i) {
        const bool are_zero = old_rows[i].value == 0.0 && new_rows[i].value == 0.0;
        if (are_zero && !is_told_of_zeros(new_rows[i])) {
            continue;
        }
        const std::string_view mark = mark_of(old_rows[i], new_rows[i]);
        ++marks[mark];
        json.begin_object();
        json.member("section", section_title(new_rows[i].section));
        json.member("label", new_rows[i].label).member("mark", mark);
        append_value(json, "before", old_rows[i].value);
        append_value(json, "after", new_rows[i].value);
        json.end_object();
    }
    json.end_array();
    return marks;
}

void append_side(json::Writer& json, const ComparedShader& side) {
    const VerdictTexts verdict = verdict_texts(side.shader);
    json.begin_object();
    json.member("name", side.shader.source->name);
    json.member("stage", stage_keyword(side.shader.report->stage));
    json.member("language", side.language).member("colours", side.language);
    json.name("verdict").begin_object();
    json.member("binds", verdict.binds).member("why", verdict.why);
    json.member("try", verdict.cheapest);
    json.end_object();
    json.end_object();
}

std::vector<std::string> notes_of(const ComparedShader& before, const ComparedShader& after,
                                  std::map<std::string_view, std::size_t>& marks) {
    std::vector<std::string> notes;
    const ir3::CostReport& old_report = *before.shader.report;
    const ir3::CostReport& new_report = *after.shader.report;
    if (old_report.stage != new_report.stage) {
        notes.push_back("The stages differ: " + std::string(stage_keyword(old_report.stage)) +
                        " and " + std::string(stage_keyword(new_report.stage)) +
                        ". Their figures stand side by side, but they do different work.");
    }
    if (before.language != after.language) {
        notes.push_back("The languages differ: " + std::string(before.language) + " and " +
                        std::string(after.language) + ".");
    }
    const bool same_text = !before.shader.source->text.empty() &&
                           before.shader.source->text == after.shader.source->text;
    const bool same_words = before.shader.program.words == after.shader.program.words;
    if (same_text) {
        notes.emplace_back("The texts are the same.");
    }
    if (same_words) {
        notes.emplace_back("Both are compiled to the same words.");
    }
    notes.push_back("Figures: " + std::to_string(marks["better"]) + " better, " +
                    std::to_string(marks["worse"]) + " worse, " + std::to_string(marks["equal"]) +
                    " equal, " + std::to_string(marks["other"]) + " neither.");
    return notes;
}

std::string comparison_data(const ComparedShader& before, const ComparedShader& after) {
    std::string text;
    json::Writer json(text);
    json.begin_object();
    json.member("gpu", after.shader.gpu);
    json.member("revision", ir3::name_of(after.shader.report->revision));
    json.name("sides").begin_array();
    append_side(json, before);
    append_side(json, after);
    json.end_array();
    auto marks = append_figures(json, before.shader, after.shader);
    json.name("notes").begin_array();
    for (const std::string& note : notes_of(before, after, marks)) {
        json.string(note);
    }
    json.end_array();
    append_difference(json, "source", source_side(before.shader), source_side(after.shader));
    append_difference(json, "code", code_side(before.shader), code_side(after.shader));
    json.end_object();
    return safe_in_script(text);
}

} // namespace

std::string comparison_page(const ComparedShader& before, const ComparedShader& after) {
    const auto styles = std::to_array<std::string_view>(
        {JACQUARD_DATA(page_style), JACQUARD_DATA(page_comparison_style)});
    const auto scripts = std::to_array<std::string_view>(
        {JACQUARD_DATA(page_elements), JACQUARD_DATA(page_text), JACQUARD_DATA(page_comparison)});
    return joined_page(
        {JACQUARD_DATA(page_comparison_frame), styles, scripts, comparison_data(before, after)});
}

} // namespace jacquard::driver::view
