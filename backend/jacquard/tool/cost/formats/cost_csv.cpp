#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/frame/csv.h>

#include <array>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 5> kWordColumns = {"file", "gpu", "form", "status",
                                                          "reason"};

} // namespace

std::string cost_csv_head() {
    std::string row;
    for (const std::string_view column : kWordColumns) {
        append_cell(row, column);
    }
    for (const CostRow& figure : cost_rows({})) {
        append_cell(row, std::string(figure.section) + '.' + std::string(figure.name));
    }
    return row + '\n';
}

std::string cost_csv(const CostedShader& shader) {
    std::string row;
    append_cell(row, shader.source->name);
    append_cell(row, std::to_string(shader.gpu));
    append_cell(row, shader.form());
    append_cell(row, to_string(shader.status));
    append_cell(row, shader.reason);
    for (const CostRow& figure : cost_rows(shader.report.value_or(ir3::CostReport{}))) {
        append_cell(row, shader.report && figure.value ? number_text(*figure.value) : "");
    }
    return row + '\n';
}

} // namespace jacquard::driver
