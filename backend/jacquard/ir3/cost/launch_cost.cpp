#include <jacquard/ir3/cost/launch_cost.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/instruction/data_types.h>
#include <jacquard/ir3/target/workgroup_waves.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace jacquard::ir3 {

namespace {

// Tells what an instruction accesses in one lane; no bytes: nothing beyond the workgroup.
struct LaneAccess {
    unsigned bytes = 0;
    bool is_local = false;
};

LaneAccess access_of(const Instruction& instruction, const OpcodeInfo& info) {
    const unsigned element = memory_bytes(instruction.type);
    switch (info.action) {
    case Action::memory_load:
    case Action::memory_store:
    case Action::memory_atomic: {
        const unsigned bytes = element * std::clamp<unsigned>(instruction.size, 1, 4);
        const bool is_local = info.memory == AddressSpace::local_memory;
        return {info.memory == AddressSpace::global_memory ? bytes : 0, is_local};
    }
    case Action::descriptor_load:
    case Action::descriptor_store:
    case Action::slot_load:
    case Action::slot_store:
        return {element * std::clamp<unsigned>(instruction.type_size, 1, 4), false};
    case Action::descriptor_atomic:
    case Action::slot_atomic: return {4, false};
    default: return {};
    }
}

AccessPattern pattern_of(const LaneStride& stride, unsigned bytes) {
    switch (stride.kind) {
    case LaneStride::Kind::same: return AccessPattern::broadcast;
    case LaneStride::Kind::spread: return AccessPattern::gathered;
    case LaneStride::Kind::steps:
        return static_cast<unsigned>(std::abs(stride.bytes)) <= bytes ? AccessPattern::contiguous
                                                                      : AccessPattern::strided;
    case LaneStride::Kind::unknown: break;
    }
    return AccessPattern::unknown;
}

// Lines that one access of a wave takes, if elements do not begin in the middle of lines.
double lines_of(AccessPattern pattern, const LaneStride& stride, double bytes, double lanes,
                double line) {
    const double each = std::ceil(bytes / line);
    switch (pattern) {
    case AccessPattern::broadcast: return each;
    case AccessPattern::contiguous: return std::ceil(lanes * bytes / line);
    case AccessPattern::strided:
        return std::min(lanes * each,
                        std::ceil(((lanes - 1) * std::abs(stride.bytes) + bytes) / line));
    case AccessPattern::gathered:
    case AccessPattern::unknown: break;
    }
    return lanes * each;
}

} // namespace

std::string_view name_of(AccessPattern pattern) {
    static constexpr std::array<std::string_view, kNumAccessPatterns> kNames = {
        "contiguous", "strided", "gathered", "broadcast", "unknown"};
    return kNames[static_cast<std::size_t>(pattern)];
}

LaunchCost launch_cost(const Program& program, const CostReport& report,
                       const std::array<std::uint32_t, 3>& groups) {
    LaunchCost cost;
    cost.groups = groups;
    cost.group_waves = std::max(report.group_waves, 1U);
    cost.groups_at_once = std::max(report.waves / cost.group_waves, 1U);
    const auto num_groups = static_cast<double>(product_of(groups));
    cost.waves = num_groups * cost.group_waves;
    cost.rounds = std::ceil(num_groups / cost.groups_at_once);
    cost.line_bytes = report.model().figure(CostFigureName::memory_line).value;
    cost.bounded = report.main.paths.bounded;
    const double lanes =
        static_cast<double>(std::max(report.group_lanes, 1U)) / cost.group_waves; // of a wave
    const auto add = [&](const WordCost& word) {
        const auto instruction = decode(program.words[word.index], report.revision);
        if (!instruction || word.in_preamble) {
            return;
        }
        const double times = word.times * cost.waves;
        if (word.unit == CostUnit::alu || word.unit == CostUnit::complex) {
            cost.operations += times * lanes * (1 + instruction->repeat);
        }
        const LaneAccess access =
            access_of(*instruction, opcode_info(report.revision, instruction->opcode));
        cost.local_accesses += access.is_local ? times : 0;
        if (access.bytes == 0) {
            return;
        }
        const LaneStride stride = word.index < program.lane_strides.size()
                                      ? program.lane_strides[word.index]
                                      : LaneStride{};
        const AccessPattern pattern = pattern_of(stride, access.bytes);
        PatternCost& found = cost.patterns[static_cast<std::size_t>(pattern)];
        found.accesses += times;
        found.transactions +=
            times * lines_of(pattern, stride, access.bytes, lanes, cost.line_bytes);
        found.bytes += times * lanes * access.bytes;
    };
    for (const LineCost& line : report.lines) {
        std::for_each(line.words.begin(), line.words.end(), add);
    }
    std::for_each(report.unlined.words.begin(), report.unlined.words.end(), add);
    for (const PatternCost& pattern : cost.patterns) {
        cost.moved_bytes += pattern.transactions * cost.line_bytes;
    }
    return cost;
}

} // namespace jacquard::ir3
