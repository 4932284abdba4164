#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/cost/cost_bound.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/cost_table_layout.h>
#include <jacquard/tool/cost/cost_verdict.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr std::size_t kWidth = 79;
constexpr std::size_t kMostTextOfLine = 48;

std::string percent(double part, double whole) {
    return whole > 0 ? number_text(std::round(100 * part / whole)) + " %" : std::string("0 %");
}

std::string cycles_text(double cycles) {
    const double rounded = cycles >= 10 ? std::round(cycles) : std::round(cycles * 10) / 10;
    return number_text(rounded) + (rounded == 1 ? " cycle" : " cycles");
}

// Breaks a text between words; the first line begins with `head`, later ones are indented. A number
// and its percent sign stay together.
std::string wrapped(std::string_view head, std::string_view text, std::size_t indent) {
    std::string result(head);
    std::size_t column = head.size();
    bool is_first = true;
    while (!text.empty()) {
        std::size_t end = std::min(text.find(' '), text.size());
        if (text.substr(end).starts_with(" %")) {
            end = std::min(text.find(' ', end + 1), text.size());
        }
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!is_first && column + 1 + word.size() > kWidth) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (!is_first) {
            result += ' ';
            ++column;
        }
        is_first = false;
        result += word;
        column += word.size();
    }
    return result + '\n';
}

std::string quoted_text(const CostedShader& shader, const SourceLine& line) {
    const std::string_view text = line_text(shader, line);
    if (text.empty()) {
        return {};
    }
    return " (" + std::string(text.substr(0, kMostTextOfLine)) +
           (text.size() > kMostTextOfLine ? "...)" : ")");
}

// How much of what binds a line has.
double share_of(const ir3::LineCost& line, const ir3::CostBound& bound) {
    return bound.is_by_waits()                 ? line.cycles()
           : bound.unit == ir3::CostUnit::none ? line.issue
                                               : line.busy[static_cast<unsigned>(bound.unit)];
}

// A figure that counts one round is no answer to how long the shader takes.
std::string_view rounds_note(const ir3::CostReport& report) {
    return report.main.paths.bounded
               ? ""
               : "; one round is counted where a loop's rounds are not known (--trips)";
}

std::string binds_text(const CostedShader& shader, const ir3::CostBound& bound) {
    const ir3::CostReport& report = *shader.report;
    if (bound.is_by_waits()) {
        return "waits: a wave takes " + cycles_text(bound.alone) + ", of which " +
               number_text(report.waves) +
               (report.waves == 1 ? " wave at a time leaves " : " waves at a time leave ") +
               cycles_text(bound.share) + " each" + std::string(rounds_note(report));
    }
    const std::string unit =
        bound.unit == ir3::CostUnit::none
            ? std::string("issue slots")
            : std::string(ir3::kCostUnitNames[static_cast<unsigned>(bound.unit)]);
    return unit + ", with " + cycles_text(bound.busy) + " of a wave" +
           std::string(rounds_note(report));
}

std::string why_text(const CostedShader& shader, const ir3::CostBound& bound) {
    const ir3::CostReport& report = *shader.report;
    const ir3::LineCost* most = nullptr;
    double whole = 0;
    for (const ir3::LineCost& line : report.lines) {
        whole += share_of(line, bound);
        most = most == nullptr || share_of(line, bound) > share_of(*most, bound) ? &line : most;
    }
    if (most == nullptr || whole <= 0) {
        return "nothing is known of source lines";
    }
    return place_text(shader, most->line) + " has " + percent(share_of(*most, bound), whole) +
           " of that" + quoted_text(shader, most->line);
}

std::string try_text(const CostedShader& shader) {
    if (shader.findings.empty()) {
        return "nothing that is known here would make it cheaper";
    }
    const advice::Finding& best = shader.findings.front();
    return place_text(shader, best.line) + ": " + best.text + "; " + gain_text(shader, best);
}

std::string form_label(const CostedShader& shader) {
    return ir3::part_label(shader.gpu) + (shader.binning ? " bin" : "");
}

// Texts that are true of several forms, each with their names.
std::string for_each_form(std::span<const CostedShader* const> shaders,
                          const std::vector<std::string>& texts) {
    std::string result;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (std::find(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(i), texts[i]) !=
            texts.begin() + static_cast<std::ptrdiff_t>(i)) {
            continue;
        }
        std::string names;
        for (std::size_t j = i; j < texts.size(); ++j) {
            names += texts[j] == texts[i] ? (names.empty() ? "" : ", ") + form_label(*shaders[j])
                                          : std::string();
        }
        result += (shaders.size() > 1 ? names + '\n' : std::string()) + texts[i];
    }
    return result;
}

} // namespace

std::string place_text(const CostedShader& shader, const SourceLine& line) {
    if (!line.exists()) {
        return "the shader";
    }
    std::string text = "line " + std::to_string(line.line);
    if (!is_of_source(shader, line)) {
        // A module that names no source has lines of its own text.
        const std::vector<std::string>& files = shader.program.source_files;
        const std::string file = line.file < files.size() ? files[line.file] : "SPIR-V";
        text.insert(0, file.substr(file.find_last_of("/\\") + 1) + ' ');
    }
    const std::vector<CallSite>& calls = shader.program.source_context.calls;
    for (std::uint32_t call = line.call; call != 0 && call <= calls.size();
         call = calls[call - 1].at.call) {
        const CallSite& site = calls[call - 1];
        text += " of " + function_label(site.function) + ", called on line " +
                std::to_string(site.at.line);
    }
    return text;
}

std::string gain_text(const CostedShader& shader, const advice::Finding& finding) {
    if (finding.gain > 0) {
        const double time = ir3::bound_of(*shader.report).time();
        return cycles_text(finding.gain) + " less, " + percent(finding.gain, time) +
               (finding.is_tried ? " as tried" : " as estimated");
    }
    return number_text(finding.slots) +
           (finding.slots == 1 ? " issue slot less as tried" : " issue slots less as tried");
}

VerdictTexts verdict_texts(const CostedShader& shader) {
    const ir3::CostBound bound = ir3::bound_of(*shader.report);
    return {binds_text(shader, bound), why_text(shader, bound),
            shader.advised ? try_text(shader) : std::string()};
}

std::string cost_verdict(std::span<const CostedShader* const> shaders) {
    std::vector<std::string> texts;
    for (const CostedShader* shader : shaders) {
        const VerdictTexts verdict = verdict_texts(*shader);
        std::string& text = texts.emplace_back();
        text += wrapped("  binds  ", verdict.binds, 9);
        text += wrapped("  why    ", verdict.why, 9);
        text += shader->advised ? wrapped("  try    ", verdict.cheapest, 9) : std::string();
    }
    return for_each_form(shaders, texts);
}

std::string cost_findings(std::span<const CostedShader* const> shaders) {
    std::vector<std::string> texts;
    for (const CostedShader* shader : shaders) {
        std::string& text = texts.emplace_back();
        for (const advice::Finding& finding : shader->findings) {
            text += wrapped("  ",
                            place_text(*shader, finding.line) + ": " + finding.text + " [" +
                                std::string(finding.rule->name) + ']',
                            4);
            if (finding.line.exists() && !line_text(*shader, finding.line).empty()) {
                text += "      " +
                        std::string(line_text(*shader, finding.line).substr(0, kWidth - 8)) + '\n';
            }
            text += wrapped("    ", std::string(finding.rule->reason) + ' ' + finding.mend, 4);
            text += wrapped("    gain: ", gain_text(*shader, finding), 4);
        }
        if (shader->findings.empty()) {
            text += "  nothing that is known here would make it cheaper\n";
        }
    }
    return "advice\n" + for_each_form(shaders, texts);
}

} // namespace jacquard::driver
