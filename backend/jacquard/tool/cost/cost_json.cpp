#include <jacquard/ir3/cost/cost_sways.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/cost_formats.h>

#include <cmath>

namespace jacquard::driver {

namespace {

using ir3::CostReport;

void append_sections(json::Writer& json, const CostReport& report) {
    std::string_view section;
    for (const CostRow& row : cost_rows(report)) {
        if (row.section != section) {
            if (!section.empty()) {
                json.end_object();
            }
            section = row.section;
            json.name(section).begin_object();
        }
        json.name(row.name);
        if (row.value) {
            json.number(*row.value);
        } else {
            json.null();
        }
    }
    json.end_object();
}

void append_bound(json::Writer& json, std::string_view path, const ir3::UnitCycles& cycles) {
    json.name(path).begin_array();
    for (const ir3::CostUnit unit : ir3::binding_units(cycles)) {
        json.string(ir3::kCostUnitNames[static_cast<unsigned>(unit)]);
    }
    json.end_array();
}

void append_lines(json::Writer& json, const CostedShader& shader) {
    json.name("lines").begin_array();
    for (const ir3::LineCost& line : shader.report->lines) {
        json.begin_object();
        json.member("line", line_name(shader, line.line))
            .member("text", line_text(shader, line.line));
        json.name("cycles").number(line.cycles());
        json.name("waits").number(line.waits);
        json.name("words").begin_array();
        for (const ir3::WordCost& word : line.words) {
            json.begin_object();
            json.member("index", word.index).member("text", word_text(shader, word.index));
            json.name("cycles").number(word.cycles());
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

// Numbers of the tables have few digits: what a float makes of them is rounded back.
double as_written(double number) {
    constexpr double kParts = 1000;
    return std::round(number * kParts) / kParts;
}

void append_range(json::Writer& json, std::string_view name, double low, double high) {
    json.name(name).begin_array().number(as_written(low)).number(as_written(high)).end_array();
}

void append_published(json::Writer& json, std::span<const ir3::PublishedCost> published) {
    if (published.empty()) {
        return;
    }
    json.name("published").begin_array();
    for (const ir3::PublishedCost& found : published) {
        json.begin_object().member("parts", found.parts);
        json.name("value").number(as_written(found.value));
        append_range(json, "spread", found.low, found.high);
        json.member("method", found.method).member("title", found.title);
        json.member("address", found.address).end_object();
    }
    json.end_array();
}

// Writes the answers of the report for the least and the most that the number may be.
void append_sway(json::Writer& json, const ir3::CostSway& sway) {
    append_range(json, "spread", sway.low, sway.high);
    json.name("moves").begin_object();
    append_range(json, "binds", sway.at_low.binds, sway.at_high.binds);
    json.name("bound").begin_array();
    for (const ir3::CostAnswer* answer : {&sway.at_low, &sway.at_high}) {
        json.begin_array();
        for (const ir3::CostUnit unit : answer->units) {
            json.string(ir3::kCostUnitNames[static_cast<unsigned>(unit)]);
        }
        json.end_array();
    }
    json.end_array();
    append_range(json, "alone", sway.at_low.alone, sway.at_high.alone);
    append_range(json, "exposed", sway.at_low.exposed, sway.at_high.exposed);
    json.end_object();
}

} // namespace

void append_basis(json::Writer& json, const CostedShader& shader) {
    const CostReport& report = *shader.report;
    const ir3::CostSways sways = ir3::cost_sways(shader.program, report);
    const auto append = [&](const auto& fact) {
        json.begin_object();
        json.member("name", fact.name).member("doc", fact.doc);
        json.member("source", ir3::kFactSourceNames[static_cast<unsigned>(fact.source)]);
        json.member("where", fact.where);
        append_published(json, fact.published);
        if (const ir3::CostSway* sway = sways.find(fact.name.view())) {
            append_sway(json, *sway);
        }
    };
    const ir3::CostModel& model = report.model();
    json.name("basis").begin_array();
    for (std::size_t i = 0; i < model.rates.size(); ++i) {
        if (report.rates_used[i]) {
            const ir3::CostRate& rate = model.rates[i];
            append(rate);
            json.member("cycles", rate.cycles).member("per", rate.per);
            json.member("each", rate.each_register ? "register" : "instruction");
            json.end_object();
        }
    }
    for (const ir3::CostFigure& figure : model.figures) {
        append(figure);
        if (figure.value != 0) {
            json.member("value", figure.value);
        }
        json.end_object();
    }
    json.end_array();
}

std::string cost_json(const CostedShader& shader) {
    std::string text;
    json::Writer json(text);
    json.begin_object();
    json.member("file", shader.source->name).member("gpu", shader.gpu);
    json.member("form", shader.form()).member("status", to_string(shader.status));
    if (!shader.report) {
        json.member("reason", shader.reason);
        json.end_object();
        return text + '\n';
    }
    const CostReport& report = *shader.report;
    json.member("stage", stage_keyword(report.stage));
    append_sections(json, report);
    json.member("limited_by", name_of(report.limited_by));
    json.name("occupancy_is_exact").boolean(report.occupancy_is_exact);
    json.name("bound").begin_object();
    if (report.main.paths.bounded) {
        append_bound(json, "longest", report.main.paths.longest);
    } else {
        json.name("longest").null();
    }
    append_bound(json, "shortest", report.main.paths.shortest);
    append_bound(json, "whole", report.main.paths.total);
    json.end_object();
    append_lines(json, shader);
    append_basis(json, shader);
    json.end_object();
    return text + '\n';
}

} // namespace jacquard::driver
