#include <jacquard/ir3/cost/cost_bound.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/cost_table_layout.h>
#include <jacquard/tool/cost/cost_verdict.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jacquard::driver {

namespace {

// A decision between changes needs these.
struct ComparedFigure {
    std::string_view label;
    double (*of)(const ir3::CostReport& report);
};
constexpr std::array<ComparedFigure, 4> kFigures = {{
    {"  cycles of what binds",
     [](const ir3::CostReport& report) { return ir3::bound_of(report).time(); }},
    {"  instructions",
     [](const ir3::CostReport& report) { return double(report.main.counts.total); }},
    {"  registers", [](const ir3::CostReport& report) { return double(report.registers.overall); }},
    {"  occupancy, %", [](const ir3::CostReport& report) { return double(report.occupancy); }},
}};

// "+69.27", "-4", "0".
std::string change_text(double before, double after) {
    constexpr double kHundredths = 100;
    const double percent =
        before > 0 ? std::round(100 * kHundredths * (after - before) / before) / kHundredths : 0;
    return (percent > 0 ? "+" : "") + number_text(percent == 0 ? 0 : percent);
}

class WhatIfTable {
  public:
    explicit WhatIfTable(std::span<const CostedShader* const> shaders) : shaders_(shaders) {}

    std::string run() {
        text_ = "what if\n  as it is\n";
        add_figures([](const CostedShader& shader) { return &*shader.report; });
        const std::vector<advice::WhatIfResult>& what_ifs = shaders_.front()->what_ifs;
        for (std::size_t i = 0; i < what_ifs.size(); ++i) {
            text_ += "  " + std::string(what_ifs[i].change->word) + ": " +
                     std::string(what_ifs[i].change->doc) + '\n';
            add_change(i);
        }
        return std::move(text_);
    }

  private:
    [[nodiscard]] bool any(std::size_t which,
                           bool (*holds)(const CostedShader&, const advice::Trial&)) const {
        return std::any_of(shaders_.begin(), shaders_.end(), [&](const CostedShader* shader) {
            return holds(*shader, shader->what_ifs[which].trial);
        });
    }

    void add_change(std::size_t which) {
        const bool is_reported = any(which, [](const CostedShader&, const advice::Trial& trial) {
            return trial.report.has_value();
        });
        const bool was_made = any(
            which, [](const CostedShader&, const advice::Trial& trial) { return trial.was_made; });
        if (!is_reported) {
            text_ += was_made ? "    what that makes of it does not compile\n"
                              : "    there is nothing to change\n";
            return;
        }
        if (!any(which, differs)) {
            text_ += "    none of these figures changes\n";
            return;
        }
        add_figures([which](const CostedShader& shader) -> const ir3::CostReport* {
            const advice::Trial& trial = shader.what_ifs[which].trial;
            return trial.report ? &*trial.report : nullptr;
        });
        begin_cost_row(text_, "  cycles against as it is, %");
        for (const CostedShader* shader : shaders_) {
            const advice::Trial& trial = shader->what_ifs[which].trial;
            const double before = ir3::bound_of(*shader->report).time();
            append_cost_cell(text_, trial.report
                                        ? change_text(before, ir3::bound_of(*trial.report).time())
                                        : std::string("-"));
        }
        text_ += '\n';
    }

    static bool differs(const CostedShader& shader, const advice::Trial& trial) {
        return !trial.report ||
               std::any_of(kFigures.begin(), kFigures.end(), [&](const ComparedFigure& figure) {
                   return figure.of(*shader.report) != figure.of(*trial.report);
               });
    }

    template <typename ReportOf>
    void add_figures(ReportOf&& report_of) {
        for (const ComparedFigure& figure : kFigures) {
            begin_cost_row(text_, figure.label);
            for (const CostedShader* shader : shaders_) {
                const ir3::CostReport* report = report_of(*shader);
                append_cost_cell(text_, report != nullptr ? number_text(figure.of(*report)) : "-");
            }
            text_ += '\n';
        }
    }

    std::span<const CostedShader* const> shaders_;
    std::string text_;
};

} // namespace

std::string cost_what_ifs(std::span<const CostedShader* const> shaders) {
    return shaders.empty() || shaders.front()->what_ifs.empty() ? std::string()
                                                                : WhatIfTable(shaders).run();
}

} // namespace jacquard::driver
