#include <jacquard/library/program/cost_rows.h>
#include <jacquard/platform/paths.h>
#include <jacquard/tool/cost/compare/changed_line.h>
#include <jacquard/tool/cost/compare/cost_against.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace jacquard::driver {

namespace {

constexpr double kPercent = 100;
constexpr std::string_view kNew = "new";
constexpr std::string_view kGone = "gone";

std::size_t parts_of(std::string_view path) {
    std::size_t count = 1;
    for (std::size_t start = platform::start_of_name(path); start > 0; ++count) {
        path = path.substr(0, start - 1);
        start = platform::start_of_name(path);
    }
    return count;
}

// The end of a path that has so many parts or more: "b/c" of "a/b/c".
std::string_view last_parts(std::string_view path, std::size_t count) {
    std::string_view before = path;
    std::size_t start = platform::start_of_name(before);
    for (; count > 1 && start > 0; --count) {
        before = before.substr(0, start - 1);
        start = platform::start_of_name(before);
    }
    return path.substr(start);
}

using NamesByEnd = std::map<std::string_view, std::vector<std::string_view>>;

// The names that have so many parts or more, by their ends of so many.
NamesByEnd by_end(const std::vector<std::string_view>& names, std::size_t count) {
    NamesByEnd found;
    for (const std::string_view name : names) {
        if (parts_of(name) >= count) {
            found[last_parts(name, count)].push_back(name);
        }
    }
    return found;
}

EarlierCosts::Key key_of(const CostedShader& shader) {
    return {shader.source->name, shader.gpu, std::string(shader.form())};
}

// The figure of an earlier report: missing where it has none of that name.
struct EarlierFigure {
    bool exists = false;
    std::optional<double> value;
};

EarlierFigure figure_of(const json::Value& shader, const CostRow& row) {
    const json::Value value = shader[row.section][row.name];
    EarlierFigure figure;
    figure.exists = value.is(json::Kind::number) || value.is(json::Kind::null);
    if (value.is(json::Kind::number)) {
        figure.value = value.number();
    }
    return figure;
}

// The figures that stand for a shader: section and name.
constexpr auto kSummary =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"critical", "cycles"},
                                                                  {"instructions", "total"},
                                                                  {"registers", "overall"},
                                                                  {"waves", "occupancy"}});

CostChange change_of(const CostRow& row, std::optional<double> before, double threshold) {
    CostChange change;
    change.section = row.section;
    change.name = row.name;
    change.label = std::string(section_title(row.section)) + ": " + std::string(row.label);
    change.before = before;
    change.after = row.value;
    constexpr double kNoBound = std::numeric_limits<double>::infinity();
    const double from = before.value_or(kNoBound);
    const double to = row.value.value_or(kNoBound);
    if (before && row.value && from != 0) {
        change.percent = (to - from) / from * kPercent;
    }
    const bool worse = row.worse == WorseWhen::higher ? to > from : to < from;
    const bool within = change.percent && std::abs(*change.percent) <= threshold;
    change.verdict = row.worse == WorseWhen::never || before == row.value ? CostVerdict::unchanged
                     : !worse                                             ? CostVerdict::better
                     : within ? CostVerdict::worse_within_threshold
                              : CostVerdict::worse;
    return change;
}

void add_to_summary(ChangedShader& shader, const CostRow& row, const CostChange& change) {
    const auto* const found =
        std::find(kSummary.begin(), kSummary.end(), std::pair(row.section, row.name));
    if (found != kSummary.end()) {
        shader.summary.resize(kSummary.size());
        shader.summary[static_cast<std::size_t>(found - kSummary.begin())] = change;
    }
}

// Compares the figures of two reports. What the earlier one does not have counts as unchanged.
void compare_figures(ChangedShader& changed, const json::Value& before,
                     const ir3::CostReport& report, double threshold) {
    for (const CostRow& row : cost_rows(report)) {
        const EarlierFigure figure = figure_of(before, row);
        const CostChange change =
            change_of(row, figure.exists ? figure.value : row.value, threshold);
        add_to_summary(changed, row, change);
        if (change.verdict != CostVerdict::unchanged) {
            changed.changes.push_back(change);
        }
    }
}

ChangedShader changes_of(const json::Value& before, const CostedShader& after, double threshold) {
    ChangedShader changed;
    changed.key = key_of(after);
    const bool was_compiled = before["status"].string() == "compiled";
    if (!before.exists()) {
        changed.note = kNew;
    } else if (was_compiled && !after.report) {
        changed.note = "is " + std::string(to_string(after.status)) + " now: " + after.reason;
        changed.failed = true;
    } else if (!was_compiled && after.report) {
        changed.note = "compiles now";
    }
    if (after.report) {
        compare_figures(changed, was_compiled ? before : json::Value(), *after.report, threshold);
    }
    if (after.report && was_compiled) {
        changed.line = line_that_changed_most(before, after);
    }
    return changed;
}

} // namespace

bool ChangedShader::has(CostVerdict verdict) const {
    return std::any_of(changes.begin(), changes.end(),
                       [verdict](const CostChange& change) { return change.verdict == verdict; });
}

bool EarlierCosts::add(std::string_view text, Diagnostics& diagnostics, const Limits& limits) {
    std::uint32_t number = 1;
    bool is_empty = true;
    for (std::size_t start = 0; start < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = text.substr(start, end - start);
        start = end + 1;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
            continue;
        }
        json::ParseError error;
        std::optional<json::Document> document = json::Document::parse(line, error, limits);
        if (!document) {
            diagnostics.error("D206", {number, error.position.column},
                              "this is not a JSON value: " + error.message);
            return false;
        }
        const json::Value root = document->root();
        const std::string_view file = root["file"].string();
        const std::int64_t gpu = root["gpu"].integer(-1);
        if (file.empty() || gpu < 0 || !root["form"].is(json::Kind::string)) {
            Diagnostic& said = diagnostics.error("D206", {number, 1},
                                                 "this is not a report of 'jacquard cost': it has "
                                                 "no \"file\", \"gpu\" and \"form\"");
            said.notes.push_back({{}, "--format json prints what --against reads"});
            return false;
        }
        is_empty = false;
        Key key{std::string(file), static_cast<std::uint32_t>(gpu),
                std::string(root["form"].string())};
        if (known_names_.emplace(file).second) {
            names_.emplace_back(file);
        }
        shaders_.insert_or_assign(std::move(key), std::move(*document));
    }
    if (is_empty) {
        diagnostics.error("D206", {1, 1}, "there is no report of 'jacquard cost' in it");
    }
    return !is_empty;
}

void EarlierCosts::pair_with(std::span<const std::string> names) {
    std::set<std::string_view> present;
    std::vector<std::string_view> now; // in order, without those that the other side has
    std::size_t most = 0;
    for (const std::string_view name : names) {
        if (present.insert(name).second && known_names_.count(name) == 0) {
            now.push_back(name);
            most = std::max(most, parts_of(name));
        }
    }
    std::vector<std::string_view> before;
    std::copy_if(names_.begin(), names_.end(), std::back_inserter(before),
                 [&present](const std::string& name) { return present.count(name) == 0; });
    for (std::size_t count = most; count > 0; --count) {
        pair_by_ends(now, before, count);
    }
    for (std::size_t i = 0; i < now.size() && now.size() == before.size(); ++i) {
        paired_.emplace(now[i], before[i]);
    }
}

// Pairs the names that alone on either side have an end of so many parts, and takes them away.
void EarlierCosts::pair_by_ends(std::vector<std::string_view>& now,
                                std::vector<std::string_view>& before, std::size_t count) {
    const NamesByEnd before_by_end = by_end(before, count);
    for (const auto& [end, those] : by_end(now, count)) {
        const auto found = before_by_end.find(end);
        if (those.size() == 1 && found != before_by_end.end() && found->second.size() == 1) {
            paired_.emplace(those.front(), found->second.front());
            std::erase(now, those.front());
            std::erase(before, found->second.front());
        }
    }
}

const std::string& EarlierCosts::earlier_name(const std::string& name) const {
    const auto found = paired_.find(name);
    return found != paired_.end() ? found->second : name;
}

json::Value EarlierCosts::find(const Key& key) const {
    const auto found = shaders_.find(key);
    return found != shaders_.end() ? found->second.root() : json::Value();
}

std::vector<EarlierCosts::Key> EarlierCosts::keys() const {
    std::vector<Key> keys;
    for (const auto& [key, document] : shaders_) {
        keys.push_back(key);
    }
    return keys;
}

CostComparison compare_costs(const EarlierCosts& earlier, std::span<const CostedShader> shaders,
                             double threshold) {
    CostComparison comparison;
    std::set<EarlierCosts::Key> seen;
    for (const CostedShader& shader : shaders) {
        EarlierCosts::Key key = key_of(shader);
        const std::string& was = earlier.earlier_name(shader.source->name);
        std::get<0>(key) = was;
        seen.insert(key);
        ChangedShader changed = changes_of(earlier.find(key), shader, threshold);
        changed.was = was != shader.source->name ? was : std::string();
        comparison.added += changed.note == kNew ? 1 : 0;
        comparison.worse += changed.is_worse() ? 1 : 0;
        comparison.better += !changed.is_worse() && changed.has(CostVerdict::better) ? 1 : 0;
        if (changed.note.empty() && changed.changes.empty()) {
            ++comparison.unchanged;
        } else {
            comparison.shaders.push_back(std::move(changed));
        }
    }
    for (const EarlierCosts::Key& key : earlier.keys()) {
        if (seen.count(key) == 0) {
            ChangedShader& gone = comparison.shaders.emplace_back();
            gone.key = key;
            gone.note = kGone;
            ++comparison.gone;
        }
    }
    return comparison;
}

} // namespace jacquard::driver
