// Printing of comparisons of costs for terminals and programs.

#include <jacquard/tool/cost/compare/comparison_words.h>
#include <jacquard/tool/cost/compare/cost_against.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

constexpr std::size_t kLabelWidth = 58;
constexpr std::size_t kNumberWidth = 9;

void append_right(std::string& text, std::string_view part) {
    text.append(part.size() < kNumberWidth ? kNumberWidth - part.size() : 0, ' ').append(part);
}

} // namespace

std::string comparison_table(const CostComparison& comparison) {
    std::string text;
    for (const ChangedShader& shader : comparison.shaders) {
        text += form_name(shader) + (shader.note.empty() ? "" : ": " + shader.note) + '\n';
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
