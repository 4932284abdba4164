#include <jacquard/generated/ir3/parts.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/tool/cost/cost_sway_table.h>
#include <jacquard/tool/cost/cost_table_layout.h>
#include <jacquard/tool/cost/cost_verdict.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/cost/shader/cost_registers.h>
#include <jacquard/tool/cost/shader/shared_cycles.h>

#include <algorithm>
#include <array>
#include <map>

namespace jacquard::driver {

namespace {

using ir3::CostReport;
using ir3::FactSource;

constexpr std::size_t kMostTextOfLine = 60;
constexpr std::size_t kMostWords = 4;
constexpr std::size_t kWordWidth = 4;

// Returns true where nothing discards: a wave is then over at its end, which another row tells.
bool tells_end(const CostRow& row, std::span<const CostedShader* const> shaders) {
    return row.name == "discarded" &&
           std::none_of(shaders.begin(), shaders.end(),
                        [](const CostedShader* shader) { return shader->report->kills; });
}

bool is_path(std::string_view section) {
    return section == "longest" || section == "shortest" || section == "whole";
}

bool goes_one_way(const CostReport& report) {
    const ir3::CostPaths& paths = report.main.paths;
    return paths.bounded && paths.longest == paths.shortest && paths.longest == paths.total;
}

// One line of the source and what it costs in each form.
struct TableLine {
    const CostedShader* shader = nullptr; // one that has it
    const ir3::LineCost* cost = nullptr;  // there
    std::vector<double> cycles;           // by form
    double most = 0;
};

class Table {
  public:
    Table(std::span<const CostedShader> shaders, const CostOptions& options) : options_(options) {
        for (const CostedShader& shader : shaders) {
            if (shader.report) {
                shaders_.push_back(&shader);
                rows_.push_back(cost_rows(*shader.report));
            }
        }
    }

    std::string run(std::span<const CostedShader> all) {
        text_ = all.front().source->name;
        if (!shaders_.empty()) {
            text_.append(", ").append(stage_keyword(shaders_.front()->report->stage));
        }
        text_ += '\n';
        for (const CostedShader& shader : all) {
            if (!shader.report) {
                text_ += "  " + ir3::part_label(shader.gpu) + ": " +
                         std::string(to_string(shader.status)) + ", " + shader.reason + '\n';
            }
        }
        if (!shaders_.empty()) {
            text_ += cost_verdict(shaders_);
            add_heading();
            add_rows();
            add_lines();
            text_ += cost_registers(shaders_, options_);
            text_ += cost_what_ifs(shaders_);
            if (options_.tells_reasons) {
                text_ += cost_findings(shaders_);
            }
            add_basis();
            text_ += cost_sway_table(shaders_);
        }
        return std::move(text_);
    }

  private:
    [[nodiscard]] std::size_t size() const { return shaders_.size(); }

    void add_heading() {
        begin_cost_row(text_, {});
        for (const CostedShader* shader : shaders_) {
            append_cost_cell(text_, (shader->binning ? "bin " : "") + ir3::part_label(shader->gpu));
        }
        text_ += '\n';
    }

    // Rows of which something is to be told; of a section without any not even its title.
    void add_rows() {
        const bool one_way = std::all_of(shaders_.begin(), shaders_.end(), [](const auto* shader) {
            return goes_one_way(*shader->report);
        });
        std::string_view section;
        for (std::size_t r = 0; r < rows_.front().size(); ++r) {
            const CostRow& row = rows_.front()[r];
            const bool is_told_already =
                (one_way && (row.section == "shortest" || row.section == "whole")) ||
                tells_end(row, shaders_) || row.name == "most_waves"; // full_lanes tells it
            const bool is_zero = std::all_of(rows_.begin(), rows_.end(), [r](const auto& rows) {
                return rows[r].value && *rows[r].value == 0;
            });
            if (is_told_already || (is_zero && !is_told_of_zeros(row))) {
                continue;
            }
            if (row.section != section) {
                if (!section.empty()) {
                    add_limit(section);
                    add_bound(section);
                }
                section = row.section;
                const bool is_all = one_way && section == "longest";
                text_.append(is_all ? "cycles of a wave" : section_title(section)).append("\n");
            }
            const bool has_no_bound = std::all_of(rows_.begin(), rows_.end(),
                                                  [r](const auto& rows) { return !rows[r].value; });
            if (has_no_bound && row.name != "issue") {
                continue; // nor has any other unit
            }
            begin_cost_row(text_, row.label);
            for (const std::vector<CostRow>& rows : rows_) {
                append_cost_cell(text_, rows[r].value ? number_text(*rows[r].value) : "no bound");
            }
            text_ += '\n';
        }
    }

    // Names the limit that keeps more waves from running, with "about" before an estimate.
    void add_limit(std::string_view section) {
        constexpr std::string_view kWaves = "waves";
        const bool has_none = std::all_of(shaders_.begin(), shaders_.end(), [](const auto* shader) {
            return shader->report->limited_by == ir3::WaveLimit::none;
        });
        if (section != kWaves || has_none) {
            return;
        }
        begin_cost_row(text_, "waves limited by");
        for (const CostedShader* shader : shaders_) {
            const ir3::CostReport& report = *shader->report;
            append_cost_cell(text_, std::string(report.occupancy_is_exact ? "" : "about ") +
                                        std::string(name_of(report.limited_by)));
        }
        text_ += '\n';
    }

    void add_bound(std::string_view section) {
        const bool has_none =
            std::none_of(shaders_.begin(), shaders_.end(),
                         [](const auto* shader) { return shader->report->main.paths.bounded; });
        if (!is_path(section) || (has_none && section == "longest")) {
            return;
        }
        begin_cost_row(text_, "busiest unit");
        for (const CostedShader* shader : shaders_) {
            const ir3::CostPaths& paths = shader->report->main.paths;
            const ir3::UnitCycles& cycles = section == "longest"    ? paths.longest
                                            : section == "shortest" ? paths.shortest
                                                                    : paths.total;
            std::string names;
            for (const ir3::CostUnit unit : ir3::binding_units(cycles)) {
                names += names.empty() ? "" : ",";
                names += ir3::kCostUnitNames[static_cast<unsigned>(unit)];
            }
            const bool bounded = section != "longest" || paths.bounded;
            append_cost_cell(text_, bounded ? names : "-");
        }
        text_ += '\n';
    }

    void add_lines() {
        std::vector<TableLine> lines = collect_lines();
        if (lines.empty()) {
            return;
        }
        text_ += "source lines that cost most, in cycles of their instructions and waits\n";
        const std::size_t shown = std::min(lines.size(), options_.shown_lines);
        for (std::size_t i = 0; i < shown; ++i) {
            begin_cost_row(text_, label_of(lines[i]));
            for (const double cycles : lines[i].cycles) {
                append_cost_cell(text_, cycles < 0 ? "-" : number_text(cycles));
            }
            text_ += '\n';
            add_text_of(lines[i]);
        }
        if (shown < lines.size()) {
            begin_cost_row(text_, std::to_string(lines.size() - shown) + " more lines");
            for (std::size_t form = 0; form < size(); ++form) {
                double cycles = 0;
                for (std::size_t i = shown; i < lines.size(); ++i) {
                    cycles += std::max(lines[i].cycles[form], 0.0);
                }
                append_cost_cell(text_, number_text(cycles));
            }
            text_ += '\n';
        }
        add_rest("before the first line", &ir3::UnlinedCycles::prologue);
        add_rest("of no line", &ir3::UnlinedCycles::flow);
        add_rest("lookups of no line", &ir3::UnlinedCycles::prefetch);
        add_rest("preamble, not in these", &ir3::UnlinedCycles::preamble);
    }

    void add_rest(std::string_view label, double ir3::UnlinedCycles::*member) {
        const bool any =
            std::any_of(shaders_.begin(), shaders_.end(), [member](const auto* shader) {
                return shader->report->unlined.*member != 0;
            });
        if (!any) {
            return;
        }
        begin_cost_row(text_, label);
        for (const CostedShader* shader : shaders_) {
            append_cost_cell(text_, number_text(shader->report->unlined.*member));
        }
        text_ += '\n';
    }

    // "line 12, 200 times", with the function that it belongs to where a call brought it here.
    [[nodiscard]] static std::string label_of(const TableLine& line) {
        std::string label = "line " + std::to_string(line.cost->line.line);
        const std::vector<CallSite>& calls = line.shader->program.source_context.calls;
        const std::uint32_t call = line.cost->line.call;
        if (call != 0 && call <= calls.size()) {
            label += " of " + function_label(calls[call - 1].function);
        }
        if (line.cost->most_times > 1) {
            label += ", " + number_text(line.cost->most_times) + " times";
        }
        if (line.cost->in_calls > 0) {
            label += ", " + number_text(line.cost->in_calls) + " in calls";
        }
        return label;
    }

    void add_text_of(const TableLine& line) {
        std::string_view text = line_text(*line.shader, line.cost->line);
        if (text.empty()) {
            text_ += "      " + line_name(*line.shader, line.cost->line) + '\n';
        } else {
            text_.append("      ").append(text.substr(0, kMostTextOfLine));
            text_ += text.size() > kMostTextOfLine ? "...\n" : "\n";
        }
        for (const std::string& shared :
             {serving_text(*line.shader, *line.cost), served_text(*line.shader, *line.cost)}) {
            text_ += shared.empty() ? "" : "      " + shared + '\n';
        }
        if (line.shader->source->text.empty() || line.shader->source->high_level ||
            !is_assembly(line)) {
            add_words_of(line);
        }
    }

    // In assembly the source line is the word itself.
    [[nodiscard]] static bool is_assembly(const TableLine& line) {
        return line.cost->words.size() == 1 &&
               line_text(*line.shader, line.cost->line)
                       .find(word_text(*line.shader, line.cost->words.front().index)) !=
                   std::string_view::npos;
    }

    // The words that cost most, in program order, and lookups that the hardware does before them.
    void add_words_of(const TableLine& line) {
        for (const ir3::PrefetchCost& lookup : line.cost->prefetches) {
            text_ +=
                "    " + right_aligned(lookup.waits) + "  a lookup before the first instruction\n";
        }
        std::vector<ir3::WordCost> words = line.cost->words;
        std::erase_if(words, [](const ir3::WordCost& word) { return word.in_preamble; });
        std::stable_sort(words.begin(), words.end(),
                         [](const auto& a, const auto& b) { return a.cycles() > b.cycles(); });
        const std::size_t left = words.size() - std::min(words.size(), kMostWords);
        words.resize(words.size() - left);
        std::sort(words.begin(), words.end(),
                  [](const auto& a, const auto& b) { return a.index < b.index; });
        for (const ir3::WordCost& word : words) {
            text_ += "    " + right_aligned(word.cycles()) + "  " +
                     word_text(*line.shader, word.index) + '\n';
        }
        if (left != 0) {
            text_ += "          and " + std::to_string(left) + " more\n";
        }
    }

    static std::string right_aligned(double cycles) {
        std::string text = number_text(cycles);
        text.insert(0, kWordWidth - std::min(text.size(), kWordWidth), ' ');
        return text;
    }

    [[nodiscard]] std::vector<TableLine> collect_lines() const {
        std::map<std::pair<std::uint32_t, std::uint32_t>, TableLine> found;
        for (std::size_t i = 0; i < size(); ++i) {
            for (const ir3::LineCost& cost : shaders_[i]->report->lines) {
                TableLine& line = found[{cost.line.file, cost.line.line}];
                if (line.shader == nullptr) {
                    line.shader = shaders_[i];
                    line.cost = &cost;
                    line.cycles.assign(size(), -1);
                }
                line.cycles[i] = cost.cycles();
                line.most = std::max(line.most, cost.weight());
            }
        }
        std::vector<TableLine> lines;
        for (auto& [place, line] : found) {
            lines.push_back(std::move(line));
        }
        std::stable_sort(lines.begin(), lines.end(),
                         [](const TableLine& a, const TableLine& b) { return a.most > b.most; });
        std::erase_if(lines, [](const TableLine& line) { return line.most == 0; });
        return lines;
    }

    // By how they are known, the numbers that the table rests on.
    void add_basis() {
        std::array<std::vector<std::string_view>, ir3::kFactSourceNames.size()> names;
        const auto add = [&names](std::string_view name, FactSource source) {
            std::vector<std::string_view>& known = names[static_cast<unsigned>(source)];
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                known.push_back(name);
            }
        };
        for (const CostedShader* shader : shaders_) {
            const ir3::CostModel& model = shader->report->model();
            for (std::size_t i = 0; i < model.rates.size(); ++i) {
                if (shader->report->rates_used[i]) {
                    add(model.rates[i].name, model.rates[i].source);
                }
            }
            for (std::size_t i = 0; i < model.figures.size(); ++i) {
                if (shader->report->figures_used[i]) {
                    add(model.figures[i].name, model.figures[i].source);
                }
            }
        }
        text_ += "sources of the numbers\n";
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i].empty()) {
                continue;
            }
            std::string line = "  " + std::string(ir3::kFactSourceNames[i]);
            line.resize(12, ' ');
            for (std::size_t n = 0; n < names[i].size(); ++n) {
                line.append(n == 0 ? "" : ", ").append(names[i][n]);
            }
            text_ += line + '\n';
        }
    }

    const CostOptions& options_;
    std::string text_;
    std::vector<const CostedShader*> shaders_; // with a report
    std::vector<std::vector<CostRow>> rows_;   // by shader
};

} // namespace

std::string cost_table(std::span<const CostedShader> shaders, const CostOptions& options) {
    return shaders.empty() ? std::string() : Table(shaders, options).run(shaders);
}

} // namespace jacquard::driver
