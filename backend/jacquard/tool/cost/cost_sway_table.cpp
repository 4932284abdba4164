#include <jacquard/ir3/cost/cost_sways.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/cost_sway_table.h>
#include <jacquard/tool/cost/cost_table_layout.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace jacquard::driver {

namespace {

using ir3::CostAnswer;
using ir3::CostSway;
using ir3::CostSways;

std::string range_text(double low, double high) {
    const std::string least = number_text(low);
    const std::string most = number_text(high);
    return least == most ? least : least + '-' + most;
}

std::string unit_names(const CostAnswer& answer) {
    std::string names;
    for (const ir3::CostUnit unit : answer.units) {
        names += names.empty() ? "" : ",";
        names += ir3::kCostUnitNames[static_cast<unsigned>(unit)];
    }
    return names;
}

class SwayTable {
  public:
    explicit SwayTable(std::span<const CostedShader* const> shaders) {
        for (const CostedShader* shader : shaders) {
            columns_.push_back(ir3::cost_sways(shader->program, *shader->report));
        }
    }

    std::string run() {
        std::string_view joint = "  no effect: ";
        std::string still;
        for (const std::string_view name : names()) {
            if (moves(name)) {
                add_figure(name);
            } else {
                still.append(joint).append(name);
                joint = ", ";
            }
        }
        if (!still.empty()) {
            text_ += still + '\n';
        }
        return text_.empty() ? text_ : "if published or assumed numbers differed\n" + text_;
    }

  private:
    // The rates and figures of all columns stand in the order of the tables.
    [[nodiscard]] std::vector<std::string_view> names() const {
        std::vector<std::string_view> found;
        for (const CostSways& column : columns_) {
            for (const CostSway& sway : column.sways) {
                if (std::find(found.begin(), found.end(), sway.name) == found.end()) {
                    found.push_back(sway.name);
                }
            }
        }
        return found;
    }

    [[nodiscard]] bool moves(std::string_view name) const {
        return std::any_of(columns_.begin(), columns_.end(), [name](const CostSways& column) {
            const CostSway* sway = column.find(name);
            return sway != nullptr && column.moves(*sway);
        });
    }

    void add_figure(std::string_view name) {
        const auto having = std::find_if(columns_.begin(), columns_.end(),
                                         [name](const auto& column) { return column.find(name); });
        const auto source = static_cast<unsigned>(having->find(name)->source);
        add_row(std::string(name) + ", " + std::string(ir3::kFactSourceNames[source]), name,
                [](const CostSway& sway) { return range_text(sway.low, sway.high); });
        add_answer("  busiest unit takes", name, &CostAnswer::binds);
        add_units(name);
        add_answer("  a wave alone takes", name, &CostAnswer::alone);
        add_answer("  exposed waits", name, &CostAnswer::exposed);
    }

    void add_answer(std::string_view label, std::string_view name, double CostAnswer::*member) {
        if (differs(name, [member](const CostAnswer& answer) { return answer.*member; })) {
            add_row(label, name, [member](const CostSway& sway) {
                return range_text(sway.at_low.*member, sway.at_high.*member);
            });
        }
    }

    void add_units(std::string_view name) {
        if (differs(name, [](const CostAnswer& answer) { return answer.units; })) {
            add_row("  busiest unit", name, [](const CostSway& sway) {
                const std::string low = unit_names(sway.at_low);
                const std::string high = unit_names(sway.at_high);
                return low == high ? low : low + '-' + high;
            });
        }
    }

    template <typename Member>
    [[nodiscard]] bool differs(std::string_view name, Member member) const {
        return std::any_of(columns_.begin(), columns_.end(), [&](const CostSways& column) {
            const CostSway* sway = column.find(name);
            return sway != nullptr && (member(sway->at_low) != member(column.answer) ||
                                       member(sway->at_high) != member(column.answer));
        });
    }

    template <typename Cell>
    void add_row(std::string_view label, std::string_view name, Cell cell) {
        begin_cost_row(text_, label);
        for (const CostSways& column : columns_) {
            const CostSway* sway = column.find(name);
            append_cost_cell(text_, sway != nullptr ? cell(*sway) : "-");
        }
        text_ += '\n';
    }

    std::vector<CostSways> columns_; // by shader
    std::string text_;
};

} // namespace

std::string cost_sway_table(std::span<const CostedShader* const> shaders) {
    return SwayTable(shaders).run();
}

} // namespace jacquard::driver
