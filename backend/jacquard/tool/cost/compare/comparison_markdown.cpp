// A comparison as a comment on a proposed change. Whoever proposes it has written the shaders and
// their names, so whatever comes from there is laid into code spans, in which nothing is a link, a
// mention or HTML.

#include <jacquard/generated/ir3/parts.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/compare/comparison_words.h>
#include <jacquard/tool/cost/compare/cost_against.h>

#include <algorithm>
#include <limits>

namespace jacquard::driver {

namespace {

// Hosts take comments of 65,536 characters; a reader takes less.
constexpr std::size_t kMostShaders = 25;
constexpr std::size_t kMostFigures = 120;
constexpr std::size_t kLongestText = 72;

// A code span in a cell of a table, in which a '|' would end the cell all the same.
std::string code(std::string_view text) {
    std::string result = "`";
    std::size_t length = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool begins_character = (byte & 0xc0U) != 0x80;
        if (begins_character && length++ == kLongestText) {
            result += "...";
            break;
        }
        result += c == '|'                    ? "\\|"
                  : c == '`'                  ? "'"
                  : byte < ' ' || byte == 127 ? " "
                                              : std::string(1, c);
    }
    return (result == "`" ? "` " : result) + '`';
}

std::string shader_cell(const ChangedShader& shader) {
    const auto& [file, gpu, form] = shader.key;
    return code(file) + (shader.was.empty() ? "" : ", was " + code(shader.was)) +
           (form == "main" ? "" : ' ' + form);
}

// The figure that grew most, in percent; no bound where there was one is beyond all.
double growth(const ChangedShader& shader, CostVerdict verdict) {
    double most = 0;
    for (const CostChange& change : shader.changes) {
        if (change.verdict == verdict) {
            most = std::max(most, change.percent ? std::abs(*change.percent)
                                                 : std::numeric_limits<double>::max());
        }
    }
    return most;
}

// The order in which shaders are told: what fails, then what is worse, and by how much.
std::vector<const ChangedShader*> worst_first(const CostComparison& comparison) {
    std::vector<const ChangedShader*> shaders;
    for (const ChangedShader& shader : comparison.shaders) {
        shaders.push_back(&shader);
    }
    const auto rank = [](const ChangedShader& shader) {
        const int group = shader.failed                                     ? 0
                          : shader.has(CostVerdict::worse)                  ? 1
                          : shader.has(CostVerdict::worse_within_threshold) ? 2
                          : !shader.note.empty()                            ? 3
                                                                            : 4;
        const CostVerdict judged = group == 2   ? CostVerdict::worse_within_threshold
                                   : group == 4 ? CostVerdict::better
                                                : CostVerdict::worse;
        return std::pair(group, -growth(shader, judged));
    };
    std::stable_sort(shaders.begin(), shaders.end(), [&](const auto* left, const auto* right) {
        return rank(*left) < rank(*right);
    });
    return shaders;
}

std::string verdict_cell(const ChangedShader& shader) {
    if (shader.failed) {
        return "**broken**";
    }
    if (!shader.note.empty()) {
        return shader.note;
    }
    for (const CostVerdict verdict : {CostVerdict::worse, CostVerdict::worse_within_threshold}) {
        if (shader.has(verdict)) {
            return verdict == CostVerdict::worse ? "**worse**" : std::string(verdict_text(verdict));
        }
    }
    return std::string(verdict_text(CostVerdict::better));
}

// "32 → 38 (+18.75 %)", or the one number of a figure that is the same.
std::string figure_cell(const CostChange& change) {
    if (change.verdict == CostVerdict::unchanged) {
        return value_text(change.after);
    }
    const std::string percent = percent_text(change);
    return value_text(change.before) + " → " + value_text(change.after) +
           (percent.empty() ? "" : " (" + percent + ')');
}

std::string reason_cell(const ChangedShader& shader) {
    if (shader.failed) {
        return code(shader.note);
    }
    if (!shader.line) {
        return {};
    }
    const ChangedLine& line = *shader.line;
    const double change = line.after - line.before;
    return (line.number != 0 ? "line " + std::to_string(line.number) : code(line.name)) +
           (line.text.empty() ? "" : ' ' + code(line.text)) + ": " + (change > 0 ? "+" : "") +
           number_text(change) + " cycles";
}

std::string summary_row(const ChangedShader& shader, std::size_t figures) {
    std::string row = "| " + verdict_cell(shader) + " | " + shader_cell(shader) + " | " +
                      ir3::part_label(std::get<1>(shader.key)) + " |";
    for (std::size_t i = 0; i < figures; ++i) {
        row += i < shader.summary.size() ? ' ' + figure_cell(shader.summary[i]) + " |" : " |";
    }
    return row + ' ' + reason_cell(shader) + " |\n";
}

std::string left_out(std::size_t count, std::string_view what) {
    return count == 0 ? std::string()
                      : "\n" + std::to_string(count) + " more " + std::string(what) +
                            " are left out here.\n";
}

std::string all_figures(const std::vector<const ChangedShader*>& shaders) {
    std::string rows;
    std::size_t count = 0;
    for (const ChangedShader* shader : shaders) {
        for (const CostChange& change : shader->changes) {
            if (count++ < kMostFigures) {
                rows += "| " + shader_cell(*shader) + " | " +
                        ir3::part_label(std::get<1>(shader->key)) + " | " + change.label + " | " +
                        value_text(change.before) + " | " + value_text(change.after) + " | " +
                        percent_text(change) + " | " + std::string(verdict_text(change.verdict)) +
                        " |\n";
            }
        }
    }
    if (rows.empty()) {
        return {};
    }
    return "\n<details><summary>All figures that changed</summary>\n\n"
           "| shader | part | figure | before | after | change | |\n"
           "| --- | --- | --- | ---: | ---: | ---: | --- |\n" +
           rows + left_out(count - std::min(count, kMostFigures), "figures") + "\n</details>\n";
}

} // namespace

std::string comparison_markdown(const CostComparison& comparison) {
    std::string text = "**Shader costs:** " + totals_text(comparison) + "\n";
    const std::vector<const ChangedShader*> shaders = worst_first(comparison);
    if (shaders.empty()) {
        return text;
    }
    constexpr std::size_t kFigures = 4;
    text += "\n| | shader | part | cycles | instructions | registers | occupancy, % | why |\n"
            "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |\n";
    const std::size_t shown = std::min(shaders.size(), kMostShaders);
    for (std::size_t i = 0; i < shown; ++i) {
        text += summary_row(*shaders[i], kFigures);
    }
    return text + left_out(shaders.size() - shown, "shaders") + all_figures(shaders);
}

} // namespace jacquard::driver
