#include <jacquard/driver/assembly_text.h>
#include <jacquard/driver/cost_rows.h>
#include <jacquard/driver/program_header.h>
#include <jacquard/driver/tool/cost_formats.h>
#include <jacquard/driver/tool/view/line_table.h>
#include <jacquard/driver/tool/view/page.h>
#include <jacquard/ir3/isa/revision.h>
#include <jacquard/support/embedded_data.h>
#include <jacquard/version.h>

#include <array>

JACQUARD_EMBEDDED(view_frame)
JACQUARD_EMBEDDED(view_style)
JACQUARD_EMBEDDED(view_model)
JACQUARD_EMBEDDED(view_text)
JACQUARD_EMBEDDED(view_columns)
JACQUARD_EMBEDDED(view_rows)
JACQUARD_EMBEDDED(view_lighting)
JACQUARD_EMBEDDED(view_chart)
JACQUARD_EMBEDDED(view_layout)
JACQUARD_EMBEDDED(view_pictures)
JACQUARD_EMBEDDED(view_search)
JACQUARD_EMBEDDED(view_panels)
JACQUARD_EMBEDDED(view_main)

namespace jacquard::driver::view {

namespace {

// Of lines and what is said of them. Words and pictures come on top.
constexpr std::size_t kMostBytesOfLines = 1'200'000;

// Leaves every other form out, but never the first and the last.
bool thin(std::vector<Form>& forms, std::size_t& left_out) {
    if (forms.size() <= 2) {
        return false;
    }
    std::vector<Form> kept;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        if (i % 2 == 0 || i + 1 == forms.size()) {
            kept.push_back(std::move(forms[i]));
        }
    }
    left_out += forms.size() - kept.size();
    forms = std::move(kept);
    return true;
}

bool thin_longest(std::vector<Column>& columns) {
    const auto longest =
        std::max_element(columns.begin(), columns.end(), [](const Column& a, const Column& b) {
            return a.forms.size() < b.forms.size();
        });
    return longest != columns.end() && thin(longest->forms, longest->left_out);
}

std::size_t bytes_of(const CostedShader& shader, std::span<const Column> columns) {
    OriginTable origins(shader);
    LineTable lines(origins);
    for (const Column& column : columns) {
        for (const Form& form : column.forms) {
            (void)lines.add(form);
        }
    }
    return lines.bytes();
}

void append_columns(json::Writer& json, std::span<const Column> columns, LineTable& lines) {
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
            json.member("title", form.title).member("lines", lines.add(form).text());
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

void append_figures(json::Writer& json, const ir3::CostReport& report) {
    json.name("figures").begin_array();
    for (const CostRow& row : cost_rows(report)) {
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

void replace(std::string& text, std::string_view mark, std::string_view by) {
    text.replace(text.find(mark), mark.size(), by);
}

} // namespace

std::string page_data(const CostedShader& shader, std::vector<Column> columns,
                      PictureLayout layout) {
    while (bytes_of(shader, columns) > kMostBytesOfLines && thin_longest(columns)) {
    }
    std::string text;
    json::Writer json(text);
    OriginTable origins(shader);
    LineTable lines(origins);
    json.begin_object();
    append_summary(json, shader);
    append_figures(json, *shader.report);
    append_basis(json, *shader.report);
    append_columns(json, columns, lines);
    append_word_data(json, shader, origins, layout);
    lines.append(json);
    origins.append(json);
    json.end_object();
    return text;
}

std::string page_of(std::string_view data) {
    // Inside a script element only "<" could end it; in JSON it stands in strings alone.
    std::string safe;
    safe.reserve(data.size());
    for (const char character : data) {
        if (character == '<') {
            safe += "\\u003c";
        } else {
            safe += character;
        }
    }
    const auto parts = std::to_array<std::string_view>(
        {JACQUARD_DATA(view_model), JACQUARD_DATA(view_text), JACQUARD_DATA(view_columns),
         JACQUARD_DATA(view_rows), JACQUARD_DATA(view_lighting), JACQUARD_DATA(view_chart),
         JACQUARD_DATA(view_layout), JACQUARD_DATA(view_pictures), JACQUARD_DATA(view_search),
         JACQUARD_DATA(view_panels), JACQUARD_DATA(view_main)});
    std::string script;
    for (const std::string_view part : parts) {
        script += part;
    }
    std::string page(JACQUARD_DATA(view_frame));
    replace(page, "/*style*/", JACQUARD_DATA(view_style));
    replace(page, "/*script*/", script);
    replace(page, "/*data*/", safe); // last: what it holds is no mark
    return page;
}

} // namespace jacquard::driver::view
