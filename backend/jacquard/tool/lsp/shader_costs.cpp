#include <jacquard/generated/ir3/parts.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/shader/shared_cycles.h>
#include <jacquard/tool/lsp/shader_costs.h>

#include <algorithm>

namespace jacquard::driver::lsp {

namespace {

constexpr std::size_t kFigureWidth = 9;

std::string counted(std::uint32_t number, std::string_view what) {
    return std::to_string(number) + ' ' + std::string(what) + (number == 1 ? "" : "s");
}

std::string cycles_text(double cycles) {
    return number_text(cycles) + (cycles == 1 ? " cycle" : " cycles");
}

// The costs of the words of a line, by their places in the program; empty where they are unknown.
std::map<std::uint32_t, ir3::WordCost> word_costs(const CostedShader& shader, std::uint32_t line) {
    std::map<std::uint32_t, ir3::WordCost> costs;
    for (const ir3::LineCost& cost : shader.report->lines) {
        if (cost.line.line == line && is_of_source(shader, cost.line)) {
            for (const ir3::WordCost& word : cost.words) {
                costs.emplace(word.index, word);
            }
        }
    }
    return costs;
}

} // namespace

std::string part_of(const CostedShader& shader) {
    return ir3::part_label(shader.gpu);
}

std::string verdict_of(const CostedShader& shader) {
    if (!shader.report) {
        return std::string(to_string(shader.status)) +
               (shader.reason.empty() ? "" : ", " + shader.reason);
    }
    const ir3::CostReport& report = *shader.report;
    std::string text = counted(report.registers.overall, "register") + ", " +
                       (report.occupancy_is_exact ? "" : "about ") + counted(report.waves, "wave") +
                       ", " + counted(report.main.counts.total, "instruction") + ", " +
                       cycles_text(report.main.paths.critical.all());
    std::string units;
    for (const ir3::CostUnit unit : ir3::binding_units(report.main.paths.on_critical)) {
        units += units.empty() ? ", busiest " : " and ";
        units += ir3::kCostUnitNames[static_cast<unsigned>(unit)];
    }
    return text + units;
}

std::map<std::uint32_t, LineFigures> figures_of_lines(const CostedShader& shader) {
    std::map<std::uint32_t, LineFigures> lines;
    if (!shader.report) {
        return lines;
    }
    for (const ir3::LineCost& cost : shader.report->lines) {
        if (is_of_source(shader, cost.line)) {
            LineFigures& figures = lines[cost.line.line];
            figures.cycles += cost.cycles();
            figures.waits += cost.waits;
            figures.shared = served_text(shader, cost);
        }
    }
    return lines;
}

std::string text_of(const LineFigures& figures) {
    std::string text = cycles_text(figures.cycles);
    if (figures.waits != 0) {
        text += ", " + number_text(figures.waits) + " waiting";
    }
    if (!figures.shared.empty()) {
        text += ", " + figures.shared;
    }
    return text;
}

std::vector<std::string> words_of_line(const CostedShader& shader, std::uint32_t line) {
    std::vector<std::string> words;
    if (!shader.report) {
        return words;
    }
    const std::map<std::uint32_t, ir3::WordCost> costs = word_costs(shader, line);
    const std::vector<SourceLine>& lines = shader.program.lines;
    for (std::uint32_t word = 0; word < lines.size() && word < shader.program.words.size();
         ++word) {
        if (lines[word].line != line || !lines[word].exists() ||
            !is_of_source(shader, lines[word])) {
            continue;
        }
        std::string figure;
        if (const auto found = costs.find(word); found != costs.end()) {
            figure = number_text(found->second.issue);
            figure += found->second.waits != 0 ? '+' + number_text(found->second.waits) : "";
        }
        figure.insert(0, kFigureWidth - std::min(figure.size(), kFigureWidth), ' ');
        words.push_back(figure + "  " + word_text(shader, word));
    }
    return words;
}

} // namespace jacquard::driver::lsp
