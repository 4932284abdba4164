#include "handles.h"

using namespace jacquard;
using namespace jacquard::binding;

extern "C" {

jacquard_status jacquard_program_cost(const jacquard_program* program, jacquard_cost** cost) {
    return creating(cost, program != nullptr, [&] {
        std::optional<ir3::CostReport> report = ir3::cost_report(program->program);
        if (!report) {
            return JACQUARD_FAILED; // the part was looked up when the program was made
        }
        *cost = create<jacquard_cost>(program->owner.context(), driver::cost_rows(*report),
                                      std::move(report->lines), program->program.source_files);
        return JACQUARD_OK;
    });
}

void jacquard_cost_destroy(jacquard_cost* cost) {
    destroy(cost);
}

size_t jacquard_cost_figure_count(const jacquard_cost* cost) {
    return cost != nullptr ? cost->rows.size() : 0;
}

size_t jacquard_cost_line_count(const jacquard_cost* cost) {
    return cost != nullptr ? cost->lines.size() : 0;
}

jacquard_status jacquard_cost_get_figure(const jacquard_cost* cost, size_t index,
                                         jacquard_cost_figure* figure) {
    return answer_entry(jacquard_cost_figure_count(cost), index, figure, [&](auto& result) {
        const driver::CostRow& row = cost->rows[index];
        result.section = row.section.data();
        result.name = row.name.data();
        result.label = row.label.data();
        result.value = row.value.value_or(0);
        result.is_bounded = row.value ? 1 : 0;
    });
}

jacquard_status jacquard_cost_get_line(const jacquard_cost* cost, size_t index,
                                       jacquard_cost_line* line) {
    return answer_entry(jacquard_cost_line_count(cost), index, line, [&](auto& result) {
        const ir3::LineCost& known = cost->lines[index];
        result.line = known.line.line;
        if (known.line.file < cost->source_files.size()) {
            result.file = cost->source_files[known.line.file].c_str();
        }
        result.cycles = known.cycles();
        result.waits = known.waits;
    });
}

} // extern "C"
