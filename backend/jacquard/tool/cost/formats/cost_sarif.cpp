#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/version.h>
#include <jacquard/ir3/cost/cost_bound.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/tool/cost/formats/cost_formats.h>

#include <algorithm>
#include <cmath>

namespace jacquard::driver {

namespace {

void append_text(json::Writer& json, std::string_view name, std::string_view text) {
    json.name(name).begin_object();
    json.member("text", text);
    json.end_object();
}

// A path as a reference by URI: what may not stand in one is written as %20.
std::string uri_of(std::string_view path) {
    constexpr std::string_view kPlain = "-.~/:@!$&'()*+,;=";
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string uri;
    for (const char letter : path) {
        const auto byte = static_cast<unsigned char>(letter);
        if (is_name_letter(letter) || kPlain.find(letter) != std::string_view::npos) {
            uri += letter;
        } else {
            uri.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
        }
    }
    return uri;
}

void append_rules(json::Writer& json) {
    json.name("rules").begin_array();
    for (const advice::FindingRule& rule : advice::finding_rules()) {
        json.begin_object();
        json.member("id", rule.name);
        append_text(json, "shortDescription", rule.reason);
        append_text(json, "fullDescription", rule.reason);
        json.end_object();
    }
    json.end_array();
}

void append_result(json::Writer& json, const CostedShader& shader, const advice::Finding& finding) {
    const double time = ir3::bound_of(*shader.report).time();
    const double percent = time > 0 ? std::round(100 * finding.gain / time) : 0;
    constexpr double kMuch = 10;
    json.begin_object();
    json.member("ruleId", finding.rule->name);
    json.member("level", percent >= kMuch ? "warning" : "note");
    append_text(json, "message",
                finding.text + " on " + ir3::part_label(shader.gpu) + ": " +
                    number_text(std::round(finding.gain * 10) / 10) + " cycles, " +
                    number_text(percent) + " % (" + (finding.is_tried ? "tried" : "estimated") +
                    "). " + std::string(finding.rule->reason) + ' ' + finding.mend);
    json.name("locations").begin_array().begin_object();
    json.name("physicalLocation").begin_object();
    json.name("artifactLocation").begin_object();
    const std::vector<std::string>& files = shader.program.source_files;
    const bool is_other = finding.line.exists() && !is_of_source(shader, finding.line) &&
                          finding.line.file < files.size();
    json.member("uri", uri_of(is_other ? files[finding.line.file] : shader.source->name));
    json.end_object();
    json.name("region").begin_object();
    json.member("startLine", std::max(finding.line.line, 1U));
    json.end_object();
    json.end_object().end_object().end_array();
    json.end_object();
}

} // namespace

std::string cost_sarif(std::span<const CostedShader> shaders) {
    std::string text;
    json::Writer json(text, 2);
    json.begin_object();
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.member("version", "2.1.0");
    json.name("runs").begin_array().begin_object();
    json.name("tool").begin_object().name("driver").begin_object();
    json.member("name", "jacquard").member("version", JACQUARD_VERSION_STRING);
    append_rules(json);
    json.end_object().end_object();
    json.name("results").begin_array();
    for (const CostedShader& shader : shaders) {
        for (const advice::Finding& finding : shader.findings) {
            append_result(json, shader, finding);
        }
    }
    json.end_array();
    json.end_object().end_array();
    json.end_object();
    return text + '\n';
}

} // namespace jacquard::driver
