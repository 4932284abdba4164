#include <jacquard/tool/cost/cost_verdict.h>
#include <jacquard/tool/cost/shader/cost_registers.h>
#include <jacquard/tool/view/verdict_data.h>

namespace jacquard::driver::view {

namespace {

void append_verdict(json::Writer& json, const CostedShader& shader) {
    const VerdictTexts verdict = verdict_texts(shader);
    json.name("verdict").begin_object();
    json.member("binds", verdict.binds).member("why", verdict.why);
    json.member("try", verdict.cheapest);
    json.end_object();
}

void append_findings(json::Writer& json, const CostedShader& shader, OriginTable& origins) {
    json.name("findings").begin_array();
    for (const advice::Finding& finding : shader.findings) {
        json.begin_object();
        json.member("finding", finding.rule->name);
        json.member("key", origins.number(finding.line));
        json.member("place", place_text(shader, finding.line)).member("text", finding.text);
        json.member("reason", finding.rule->reason).member("mend", finding.mend);
        json.member("gain", gain_text(shader, finding));
        json.end_object();
    }
    json.end_array();
}

// A line, its cycles, those of them for which others wait, and those of what it calls, as the
// report has them: the preamble is in none of them, and lookups before the first instruction are in
// theirs.
void append_line_costs(json::Writer& json, const CostedShader& shader, OriginTable& origins) {
    NumberList costs;
    for (const ir3::LineCost& line : shader.report->lines) {
        if (line.line.exists()) {
            costs.add(origins.number(line.line)).add_real(line.cycles());
            costs.add_real(line.waits).add_real(line.in_calls);
        }
    }
    json.member("costs", costs.text());
}

// A line that serves another with what it computes, the other one, and cycles.
void append_shared_cycles(json::Writer& json, const CostedShader& shader, OriginTable& origins) {
    NumberList shared;
    for (const ir3::LineCost& line : shader.report->lines) {
        for (const ir3::SharedCycles& served : line.serves) {
            if (line.line.exists() && served.line.exists()) {
                shared.add(origins.number(line.line)).add(origins.number(served.line));
                shared.add_real(served.cycles);
            }
        }
    }
    json.member("shared", shared.text());
}

} // namespace

void append_verdict_data(json::Writer& json, const CostedShader& shader, OriginTable& origins) {
    append_verdict(json, shader);
    append_findings(json, shader, origins);
    append_line_costs(json, shader, origins);
    append_shared_cycles(json, shader, origins);
    append_registers(json, shader, {});
}

} // namespace jacquard::driver::view
