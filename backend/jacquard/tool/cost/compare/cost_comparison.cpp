// Printing of comparisons of costs.

#include <jacquard/generated/ir3/parts.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/compare/cost_against.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

constexpr std::size_t kLabelWidth = 58;
constexpr std::size_t kNumberWidth = 9;

std::string shader_name(const ChangedShader& shader) {
    const auto& [file, gpu, form] = shader.key;
    return file + (shader.was.empty() ? "" : " (" + shader.was + ')') + ' ' + ir3::part_label(gpu) +
           (form == "main" ? "" : ' ' + form);
}

std::string value_text(const std::optional<double>& value) {
    return value ? number_text(*value) : "no bound";
}

std::string percent_text(const CostChange& change) {
    if (!change.percent) {
        return {};
    }
    return (*change.percent > 0 ? "+" : "") + number_text(*change.percent) + " %";
}

std::string_view verdict_text(CostVerdict verdict) {
    switch (verdict) {
    case CostVerdict::better: return "better";
    case CostVerdict::worse: return "worse";
    case CostVerdict::worse_within_threshold: return "worse, within the threshold";
    }
    return {};
}

std::string summary(const CostComparison& comparison) {
    return "worse " + std::to_string(comparison.worse) + ", better " +
           std::to_string(comparison.better) + ", unchanged " +
           std::to_string(comparison.unchanged) +
           (comparison.added != 0 ? ", new " + std::to_string(comparison.added) : "") +
           (comparison.gone != 0 ? ", gone " + std::to_string(comparison.gone) : "");
}

// Text that stands in a cell of a Markdown table.
std::string cell(std::string_view text) {
    std::string result;
    for (const char c : text) {
        result += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
    }
    return result;
}

void append_right(std::string& text, std::string_view part) {
    text.append(part.size() < kNumberWidth ? kNumberWidth - part.size() : 0, ' ').append(part);
}

} // namespace

std::string comparison_table(const CostComparison& comparison) {
    std::string text;
    for (const ChangedShader& shader : comparison.shaders) {
        text += shader_name(shader) + (shader.note.empty() ? "" : ": " + shader.note) + '\n';
        for (const CostChange& change : shader.changes) {
            std::string line = "  " + change.label;
            line.resize(std::max(line.size() + 1, kLabelWidth), ' ');
            append_right(line, value_text(change.before));
            line += " ->";
            append_right(line, value_text(change.after));
            append_right(line, percent_text(change));
            text += line + "  " + std::string(verdict_text(change.verdict)) + '\n';
        }
    }
    return text + summary(comparison) + '\n';
}

std::string comparison_markdown(const CostComparison& comparison) {
    std::string text = "**Shader costs:** " + summary(comparison) + "\n";
    const bool has_changes = !comparison.shaders.empty();
    text += has_changes ? "\n| shader | figure | before | after | change | |\n"
                          "| --- | --- | ---: | ---: | ---: | --- |\n"
                        : "";
    for (const ChangedShader& shader : comparison.shaders) {
        const std::string name = "| " + cell(shader_name(shader)) + " | ";
        if (!shader.note.empty()) {
            text += name + "| | | | " + cell(shader.note) + " |\n";
        }
        for (const CostChange& change : shader.changes) {
            text += name + cell(change.label) + " | " + value_text(change.before) + " | " +
                    value_text(change.after) + " | " + percent_text(change) + " | ";
            text += change.verdict == CostVerdict::worse
                        ? "**worse** |\n"
                        : std::string(verdict_text(change.verdict)) + " |\n";
        }
    }
    return text;
}

std::string comparison_json(const CostComparison& comparison) {
    std::string text;
    const auto begin = [](json::Writer& json, const EarlierCosts::Key& key) {
        const auto& [file, gpu, form] = key;
        json.begin_object();
        json.member("file", file).member("gpu", gpu).member("form", form);
    };
    const auto append = [](json::Writer& json, std::string_view name,
                           const std::optional<double>& value) {
        json.name(name);
        if (value) {
            json.number(*value);
        } else {
            json.null();
        }
    };
    for (const ChangedShader& shader : comparison.shaders) {
        if (!shader.note.empty()) {
            json::Writer json(text);
            begin(json, shader.key);
            json.member("note", shader.note);
            json.end_object();
            text += '\n';
        }
        for (const CostChange& change : shader.changes) {
            json::Writer json(text);
            begin(json, shader.key);
            json.member("section", change.section).member("name", change.name);
            append(json, "before", change.before);
            append(json, "after", change.after);
            append(json, "percent", change.percent);
            json.member("verdict", verdict_text(change.verdict));
            json.end_object();
            text += '\n';
        }
    }
    json::Writer json(text);
    json.begin_object();
    json.name("totals").begin_object();
    json.member("worse", static_cast<std::int64_t>(comparison.worse));
    json.member("better", static_cast<std::int64_t>(comparison.better));
    json.member("unchanged", static_cast<std::int64_t>(comparison.unchanged));
    json.end_object();
    json.end_object();
    return text + '\n';
}

} // namespace jacquard::driver
