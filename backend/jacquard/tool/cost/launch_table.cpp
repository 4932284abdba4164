#include <jacquard/generated/ir3/parts.h>
#include <jacquard/ir3/cost/cost_bound.h>
#include <jacquard/ir3/cost/launch_cost.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/launch_table.h>

#include <algorithm>
#include <cmath>

namespace jacquard::driver {

namespace {

constexpr std::size_t kLabel = 34;
constexpr std::size_t kPattern = 14;
constexpr std::size_t kCell = 16;

std::string rounded(double value) {
    return number_text(value >= 100 ? std::round(value) : std::round(value * 100) / 100);
}

void add_row(std::string& text, std::string_view label, const std::string& value) {
    std::string row = "  " + std::string(label);
    row.resize(std::max(kLabel, row.size() + 1), ' ');
    text += row + value + '\n';
}

void add_pattern(std::string& text, std::string_view name, const std::string& accesses,
                 const std::string& transactions, const std::string& bytes) {
    std::string row = "  " + std::string(name);
    row.resize(kPattern, ' ');
    for (const std::string* cell : {&accesses, &transactions, &bytes}) {
        row.append(cell->size() < kCell ? kCell - cell->size() : 1, ' ').append(*cell);
    }
    text += row + '\n';
}

// Finds the pattern whose accesses take most lines.
ir3::AccessPattern most_lines(const ir3::LaunchCost& cost) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < cost.patterns.size(); ++i) {
        most = cost.patterns[i].transactions > cost.patterns[most].transactions ? i : most;
    }
    return static_cast<ir3::AccessPattern>(most);
}

std::string of_memory(const ir3::LaunchCost& cost) {
    const ir3::AccessPattern pattern = most_lines(cost);
    const ir3::PatternCost& most = cost.of(pattern);
    const double least = std::ceil(most.bytes / cost.line_bytes);
    if (pattern != ir3::AccessPattern::contiguous && pattern != ir3::AccessPattern::broadcast &&
        most.transactions > least) {
        return "memory binds: " + std::string(name_of(pattern)) + " accesses take " +
               rounded(most.transactions) +
               " lines; neighbours in memory for neighbouring lanes "
               "would take " +
               rounded(least);
    }
    return "memory binds, with " + rounded(cost.intensity()) +
           " operations a byte: more results of each value that is loaded, as by tiles in memory "
           "of the workgroup, would change that";
}

std::string what_binds(const CostedShader& shader, const ir3::LaunchCost& cost) {
    const ir3::CostReport& report = *shader.report;
    const ir3::CostBound bound = ir3::bound_of(report);
    if (bound.is_by_waits()) {
        return "waits bind, with " + std::to_string(report.waves) + " waves at a time" +
               (report.limited_by == ir3::WaveLimit::none
                    ? std::string(": more independent work in a wave would fill them")
                    : ", limited by " + std::string(name_of(report.limited_by)) +
                          ": fewer of these would let more waves fill them");
    }
    if (bound.unit == ir3::CostUnit::memory) {
        return of_memory(cost);
    }
    if (report.live_lanes < 100 && report.group_lanes != 0) {
        return "issue slots bind, and " + rounded(report.live_lanes) +
               " % of the lanes are in use: groups that fill their waves would change that";
    }
    const std::string name(ir3::kCostUnitNames[static_cast<std::size_t>(bound.unit)]);
    return (bound.unit == ir3::CostUnit::none ? std::string("issue slots bind") : name + " binds") +
           ": fewer instructions for each result, or 16 bits where they suffice, would change that";
}

std::string table_of(const CostedShader& shader, const ir3::LaunchCost& cost) {
    const ir3::CostReport& report = *shader.report;
    std::string text = shader.source->name + ", a launch on " + ir3::part_label(shader.gpu) + '\n';
    add_row(text, "workgroups",
            std::to_string(cost.groups[0]) + " x " + std::to_string(cost.groups[1]) + " x " +
                std::to_string(cost.groups[2]));
    add_row(text, "waves",
            rounded(cost.waves) + " of " + std::to_string(report.wave_lanes) + " lanes, " +
                std::to_string(cost.group_waves) + " a group");
    add_row(text, "rounds on one core",
            rounded(cost.rounds) + " of " + std::to_string(cost.groups_at_once) + " groups");
    add_row(text, "occupancy, %",
            std::to_string(report.occupancy) +
                (report.limited_by == ir3::WaveLimit::none
                     ? std::string()
                     : ", limited by " + std::string(name_of(report.limited_by))));
    add_row(text, "operations of arithmetic", rounded(cost.operations));
    add_row(text, "bytes that move", rounded(cost.moved_bytes));
    add_row(text, "operations a byte", rounded(cost.intensity()));
    if (cost.local_accesses > 0) {
        add_row(text, "accesses to workgroup memory", rounded(cost.local_accesses));
    }
    add_pattern(text, "pattern", "accesses", "transactions", "bytes asked for");
    for (std::size_t i = 0; i < cost.patterns.size(); ++i) {
        const ir3::PatternCost& pattern = cost.patterns[i];
        if (pattern.accesses > 0) {
            add_pattern(text, name_of(static_cast<ir3::AccessPattern>(i)),
                        rounded(pattern.accesses), rounded(pattern.transactions),
                        rounded(pattern.bytes));
        }
    }
    if (!cost.bounded) {
        text += "  a loop of unknown rounds counts once; --trips says how often it goes round\n";
    }
    return text + "  " + what_binds(shader, cost) + '\n';
}

} // namespace

std::string launch_table(std::span<const CostedShader> shaders, const CostOptions& options) {
    std::string text;
    for (const CostedShader& shader : shaders) {
        if (!shader.report || shader.report->stage != ir3::ShaderStage::compute) {
            continue;
        }
        const std::array<std::uint32_t, 3>& group = shader.program.workgroup_size;
        std::array<std::uint32_t, 3> groups{};
        bool is_whole = true;
        for (std::size_t axis = 0; axis < groups.size(); ++axis) {
            const std::uint32_t size = std::max(group[axis], 1U);
            is_whole = is_whole && (*options.grid)[axis] % size == 0;
            groups[axis] = (*options.grid)[axis] / size;
        }
        text += is_whole
                    ? table_of(shader, ir3::launch_cost(shader.program, *shader.report, groups))
                    : shader.source->name + ": the grid is no multiple of groups of " +
                          std::to_string(group[0]) + 'x' + std::to_string(group[1]) + 'x' +
                          std::to_string(group[2]) + '\n';
    }
    return text;
}

} // namespace jacquard::driver
