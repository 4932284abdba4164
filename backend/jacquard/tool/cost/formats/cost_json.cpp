#include <jacquard/ir3/cost/cost_bound.h>
#include <jacquard/ir3/cost/cost_sways.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/cost/shader/cost_registers.h>

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

void append_words(json::Writer& json, const CostedShader& shader,
                  std::span<const ir3::WordCost> words) {
    json.name("words").begin_array();
    for (const ir3::WordCost& word : words) {
        json.begin_object();
        json.member("index", word.index).member("text", word_text(shader, word.index));
        json.name("cycles").number(word.cycles());
        json.name("times").number(word.times);
        json.name("preamble").boolean(word.in_preamble);
        json.end_object();
    }
    json.end_array();
}

void append_prefetches(json::Writer& json, const ir3::LineCost& line) {
    json.name("prefetches").begin_array();
    for (const ir3::PrefetchCost& lookup : line.prefetches) {
        json.begin_object();
        json.member("index", lookup.index);
        json.name("waits").number(lookup.waits);
        json.name("texture").number(lookup.busy);
        json.end_object();
    }
    json.end_array();
}

// The calls that brought a line to the entry, the innermost first.
void append_calls(json::Writer& json, const CostedShader& shader, const SourceLine& line) {
    const std::vector<CallSite>& calls = shader.program.source_context.calls;
    json.name("called_from").begin_array();
    for (std::uint32_t call = line.call; call != 0 && call <= calls.size();
         call = calls[call - 1].at.call) {
        json.begin_object();
        json.member("function", function_label(calls[call - 1].function));
        json.member("line", line_name(shader, calls[call - 1].at));
        json.end_object();
    }
    json.end_array();
}

// The lines that a line has cycles in common with.
void append_shared(json::Writer& json, std::string_view name, const CostedShader& shader,
                   std::span<const ir3::SharedCycles> shared) {
    json.name(name).begin_array();
    for (const ir3::SharedCycles& each : shared) {
        json.begin_object();
        json.member("line", line_name(shader, each.line)).member("number", each.line.line);
        json.name("cycles").number(each.cycles);
        json.end_object();
    }
    json.end_array();
}

void append_units(json::Writer& json, const ir3::UnitCycles& cycles) {
    json.begin_object();
    for (std::size_t unit = 1; unit < cycles.size(); ++unit) {
        json.name(ir3::kCostUnitNames[unit]).number(cycles[unit]);
    }
    json.end_object();
}

void append_lines(json::Writer& json, const CostedShader& shader) {
    json.name("lines").begin_array();
    for (const ir3::LineCost& line : shader.report->lines) {
        json.begin_object();
        json.member("line", line_name(shader, line.line)).member("number", line.line.line);
        json.member("text", line_text(shader, line.line));
        json.name("cycles").number(line.cycles());
        json.name("issue").number(line.issue);
        json.name("waits").number(line.waits);
        json.name("preamble").number(line.preamble);
        json.name("in_calls").number(line.in_calls);
        json.name("times").number(line.most_times);
        json.name("busy");
        append_units(json, line.busy);
        append_calls(json, shader, line.line);
        json.name("shared").number(line.shared);
        json.name("serves_others").boolean(line.serves_others);
        append_shared(json, "serves", shader, line.serves);
        append_shared(json, "served_by", shader, line.served_by);
        append_words(json, shader, line.words);
        append_prefetches(json, line);
        json.end_object();
    }
    json.end_array();
    const ir3::UnlinedCycles& rest = shader.report->unlined;
    json.name("no_line").begin_object();
    json.name("prologue").number(rest.prologue);
    json.name("flow").number(rest.flow);
    json.name("prefetch").number(rest.prefetch);
    json.name("preamble").number(rest.preamble);
    append_words(json, shader, rest.words);
    json.end_object();
    json.name("loop_list").begin_array();
    for (const ir3::LoopCost& loop : shader.report->loops) {
        json.begin_object();
        json.member("line", loop.line.exists() ? line_name(shader, loop.line) : std::string());
        json.member("word", loop.first_word);
        json.name("rounds");
        if (loop.rounds) {
            json.number(*loop.rounds);
        } else {
            json.null();
        }
        json.name("is_exact").boolean(loop.is_exact);
        json.name("cycles").number(loop.cycles);
        json.name("each_round").number(loop.each_round);
        json.end_object();
    }
    json.end_array();
}

void append_verdict(json::Writer& json, const CostedShader& shader) {
    const ir3::CostBound bound = ir3::bound_of(*shader.report);
    json.name("verdict").begin_object();
    json.member("bound_by", bound.is_by_waits() ? std::string_view("waits")
                            : bound.unit == ir3::CostUnit::none
                                ? std::string_view("issue")
                                : ir3::kCostUnitNames[static_cast<unsigned>(bound.unit)]);
    json.name("cycles").number(bound.time());
    json.name("busy").number(bound.busy);
    json.name("alone").number(bound.alone);
    json.end_object();
    if (shader.advised) {
        json.name("findings").begin_array();
        for (const advice::Finding& finding : shader.findings) {
            json.begin_object();
            json.member("finding", finding.rule->name);
            json.member("line",
                        finding.line.exists() ? line_name(shader, finding.line) : std::string());
            json.member("number", finding.line.line).member("text", finding.text);
            json.member("reason", finding.rule->reason).member("mend", finding.mend);
            json.name("gain").number(finding.gain);
            json.name("issue_slots").number(finding.slots);
            json.member("known", finding.is_tried ? "tried" : "estimated");
            append_calls(json, shader, finding.line);
            json.end_object();
        }
        json.end_array();
    }
    if (!shader.what_ifs.empty()) {
        json.name("what_if").begin_object();
        for (const advice::WhatIfResult& result : shader.what_ifs) {
            json.name(result.change->word);
            if (!result.trial.report) {
                json.null();
                continue;
            }
            json.begin_object();
            json.name("cycles").number(ir3::bound_of(*result.trial.report).time());
            append_sections(json, *result.trial.report);
            json.end_object();
        }
        json.end_object();
    }
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
    for (std::size_t i = 0; i < model.figures.size(); ++i) {
        if (!report.figures_used[i]) {
            continue;
        }
        const ir3::CostFigure& figure = model.figures[i];
        append(figure);
        if (figure.value != 0) {
            json.member("value", figure.value);
        }
        json.end_object();
    }
    json.end_array();
}

std::string cost_json(const CostedShader& shader, const CostOptions& options) {
    std::string text;
    json::Writer json(text);
    json.begin_object();
    json.member("file", shader.source->name).member("gpu", shader.gpu);
    json.member("form", shader.form()).member("status", to_string(shader.status));
    if (!shader.report) {
        json.member("reason", shader.reason).member("schema", kCostSchema);
        json.end_object();
        return text + '\n';
    }
    const CostReport& report = *shader.report;
    json.member("stage", stage_keyword(report.stage)).member("schema", kCostSchema);
    append_sections(json, report);
    append_verdict(json, shader);
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
    append_registers(json, shader, options);
    append_basis(json, shader);
    json.end_object();
    return text + '\n';
}

} // namespace jacquard::driver
