// Printing of comparisons of costs for terminals and programs.

#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/compare/comparison_words.h>
#include <jacquard/tool/cost/compare/cost_against.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

constexpr std::size_t kLabelWidth = 35;
constexpr std::size_t kNumberWidth = 9;
constexpr std::size_t kPercentWidth = 13;
constexpr std::string_view kTolerated = "tolerated"; // worse, within the threshold

void append_right(std::string& text, std::string_view part, std::size_t width = kNumberWidth) {
    text.append(part.size() < width ? width - part.size() : 0, ' ').append(part);
}

// The label of a change without its section, which stands above it.
std::string_view label_in_section(const CostChange& change) {
    const std::size_t behind = section_title(change.section).size() + std::string_view(": ").size();
    return std::string_view(change.label).substr(std::min(behind, change.label.size()));
}

} // namespace

std::string comparison_table(const CostComparison& comparison) {
    std::string text;
    for (const ChangedShader& shader : comparison.shaders) {
        text += form_name(shader) + (shader.note.empty() ? "" : ": " + shader.note) + '\n';
        std::string_view section;
        for (const CostChange& change : shader.changes) {
            if (change.section != section) {
                section = change.section;
                text.append("  ").append(section_title(section)).append("\n");
            }
            std::string line = "    " + std::string(label_in_section(change));
            line.resize(std::max(line.size() + 1, kLabelWidth), ' ');
            append_right(line, value_text(change.before));
            line += " ->";
            append_right(line, value_text(change.after));
            append_right(line, percent_text(change), kPercentWidth);
            const bool is_within = change.verdict == CostVerdict::worse_within_threshold;
            text.append(line).append("  ");
            text.append(is_within ? kTolerated : verdict_text(change.verdict)).append("\n");
        }
    }
    return text + totals_text(comparison) + '\n';
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
    json.member("new", static_cast<std::int64_t>(comparison.added));
    json.member("gone", static_cast<std::int64_t>(comparison.gone));
    json.end_object();
    json.end_object();
    return text + '\n';
}

} // namespace jacquard::driver
