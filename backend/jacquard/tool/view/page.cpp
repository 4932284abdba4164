#include <jacquard/explain/explain_pipeline.h>
#include <jacquard/generated/version.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/embedded_data.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/view/column_fit.h>
#include <jacquard/tool/view/line_table.h>
#include <jacquard/tool/view/page.h>
#include <jacquard/tool/view/page_frame.h>
#include <jacquard/tool/view/verdict_data.h>

#include <array>

JACQUARD_EMBEDDED(page_frame)
JACQUARD_EMBEDDED(page_style)
JACQUARD_EMBEDDED(page_elements)
JACQUARD_EMBEDDED(page_model)
JACQUARD_EMBEDDED(page_text)
JACQUARD_EMBEDDED(page_columns)
JACQUARD_EMBEDDED(page_rows)
JACQUARD_EMBEDDED(page_lighting)
JACQUARD_EMBEDDED(page_chart)
JACQUARD_EMBEDDED(page_verdict)
JACQUARD_EMBEDDED(page_lifetimes)
JACQUARD_EMBEDDED(page_layout)
JACQUARD_EMBEDDED(page_pictures)
JACQUARD_EMBEDDED(page_search)
JACQUARD_EMBEDDED(page_panels)
JACQUARD_EMBEDDED(page_main)

namespace jacquard::driver::view {

namespace {

// The most bytes of lines and notes on a page: larger pages take longer to draw than to read.
constexpr std::uint64_t kMostBytesOfLines = 1'200'000;
// The part of a page that its lines may take, and about what a word takes with all that is said of
// it, so that what is too much is known before it is made.
constexpr std::uint64_t kPercentOfLines = 60;
constexpr std::uint64_t kBytesOfWord = 160;
// A program that is cut keeps so many words.
constexpr std::size_t kFewestWords = 64;

// Counts the items that a page leaves out.
struct LeftOut {
    std::uint64_t forms = 0;
    std::uint64_t lines = 0;
    std::uint64_t words = 0;
    bool pictures = false;
};

NumberList runs_of(const Form& form, LineTable& lines, LineRuns& runs) {
    runs.begin();
    for (const std::uint32_t line : lines.numbers_of(form)) {
        (void)runs.add(line);
    }
    return runs.end();
}

void append_columns(json::Writer& json, std::span<const Column> columns, LineTable& lines) {
    LineRuns runs;
    json.name("columns").begin_array();
    for (const Column& column : columns) {
        if (column.forms.empty()) {
            continue;
        }
        json.begin_object();
        json.member("id", column.id).member("title", column.title);
        json.member("language", column.language);
        json.member("left_out", static_cast<std::int64_t>(column.left_out));
        json.name("forms").begin_array();
        for (const Form& form : column.forms) {
            json.begin_object();
            json.member("title", form.title).member("lines", runs_of(form, lines, runs).text());
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

void append_left_out(json::Writer& json, std::string_view label, std::uint64_t count) {
    if (count != 0) {
        json.begin_object().member("section", "Left out of this page").member("label", label);
        json.member("value", static_cast<std::int64_t>(count)).end_object();
    }
}

void append_figures(json::Writer& json, const ir3::CostReport& report, const LeftOut& left_out) {
    json.name("figures").begin_array();
    for (const CostRow& row : cost_rows(report)) {
        if (row.value == 0.0 && !is_told_of_zeros(row)) {
            continue;
        }
        json.begin_object();
        json.member("section", section_title(row.section)).member("label", row.label);
        json.name("value");
        if (row.value) {
            json.number(*row.value);
        } else {
            json.null();
        }
        json.end_object();
    }
    append_left_out(json, "forms", left_out.forms);
    append_left_out(json, "lines at the ends of texts", left_out.lines);
    append_left_out(json, "words at the end of the program", left_out.words);
    append_left_out(json, "pictures laid out by Graphviz", left_out.pictures ? 1 : 0);
    json.end_array();
}

void append_summary(json::Writer& json, const CostedShader& shader) {
    const ir3::CostReport& report = *shader.report;
    json.member("tool", JACQUARD_VERSION_STRING).member("file", shader.source->name);
    json.member("gpu", shader.gpu).member("revision", ir3::name_of(report.revision));
    json.member("stage", stage_keyword(report.stage));
    json.member("setup", header_directives(shader.program));
    json.member("registers", report.registers.overall).member("waves", report.waves);
    json.member("occupancy", report.occupancy).member("lanes", report.wave_lanes);
    json.member("instructions", report.main.counts.total);
    json.name("cycles").number(report.main.paths.critical.all());
    json.name("bound").begin_array();
    const ir3::CostPaths& paths = report.main.paths;
    for (const ir3::CostUnit unit :
         ir3::binding_units(paths.bounded ? paths.longest : paths.total)) {
        json.string(ir3::kCostUnitNames[static_cast<unsigned>(unit)]);
    }
    json.end_array();
    json.name("units").begin_array();
    for (const std::string_view unit : ir3::kCostUnitNames) {
        json.string(unit);
    }
    json.end_array();
}

} // namespace

namespace {

// Keeps the beginning of a program: about so many bytes of the page.
void fit_words(CostedShader& shader, std::uint64_t most_bytes, LeftOut& left_out) {
    ir3::Program& program = shader.program;
    const std::uint64_t most = std::max<std::uint64_t>(most_bytes / kBytesOfWord, kFewestWords);
    if (program.words.size() > most) {
        left_out.words += program.words.size() - most;
        program.words.resize(most);
        program.lines.resize(std::min<std::size_t>(program.lines.size(), most));
    }
}

std::string written(const CostedShader& shader, const PageForms& forms, PictureLayout layout,
                    const LeftOut& left_out) {
    std::string text;
    json::Writer json(text);
    OriginTable origins(shader);
    LineTable lines(origins);
    json.begin_object();
    append_summary(json, shader);
    append_verdict_data(json, shader, origins);
    append_figures(json, *shader.report, left_out);
    append_basis(json, shader);
    json.member("passes", pipeline_text(lines_of_way(shader.gpu)));
    forms.changes->append(json);
    append_columns(json, forms.columns, lines);
    append_word_data(json, shader, origins, layout);
    lines.append(json);
    origins.append(json);
    json.end_object();
    return safe_in_script(text);
}

} // namespace

std::string page_data(const CostedShader& given, PageForms forms, PictureLayout layout,
                      std::uint64_t most_page_bytes) {
    const std::uint64_t frame = page_of({}).size();
    const std::uint64_t most_bytes = most_page_bytes - std::min(most_page_bytes, frame);
    CostedShader shader = given;
    LeftOut left_out;
    const std::uint64_t most_of_lines =
        std::min(kMostBytesOfLines, most_bytes / 100 * kPercentOfLines);
    left_out.lines = fit_columns(shader, forms.columns, most_of_lines);
    for (const Column& column : forms.columns) {
        left_out.forms += column.left_out;
    }
    std::uint64_t most_of_words = most_bytes - most_of_lines;
    fit_words(shader, most_of_words, left_out);
    std::string text = written(shader, forms, layout, left_out);
    while (text.size() > most_bytes) {
        const std::size_t before = shader.program.words.size();
        if (layout == PictureLayout::graphviz) {
            layout = PictureLayout::page;
            left_out.pictures = true;
        } else {
            most_of_words /= 2;
            fit_words(shader, most_of_words, left_out);
            if (shader.program.words.size() == before && most_of_words != 0) {
                continue;
            }
        }
        if (most_of_words == 0) {
            break; // the rest is as small as a page can be
        }
        text = written(shader, forms, layout, left_out);
    }
    return text;
}

std::string page_of(std::string_view data) {
    const auto parts = std::to_array<std::string_view>(
        {JACQUARD_DATA(page_elements), JACQUARD_DATA(page_model), JACQUARD_DATA(page_text),
         JACQUARD_DATA(page_columns), JACQUARD_DATA(page_rows), JACQUARD_DATA(page_lighting),
         JACQUARD_DATA(page_chart), JACQUARD_DATA(page_verdict), JACQUARD_DATA(page_lifetimes),
         JACQUARD_DATA(page_layout), JACQUARD_DATA(page_pictures), JACQUARD_DATA(page_search),
         JACQUARD_DATA(page_panels), JACQUARD_DATA(page_main)});
    const std::string_view style = JACQUARD_DATA(page_style);
    return joined_page({JACQUARD_DATA(page_frame), std::span(&style, 1), parts, data});
}

} // namespace jacquard::driver::view
