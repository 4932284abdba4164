#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/cost/cost_flow.h>
#include <jacquard/ir3/cost/cost_lines.h>
#include <jacquard/ir3/cost/cost_paths.h>
#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/ir3/cost/cost_waits.h>
#include <jacquard/ir3/cost/costed_code.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/target/occupancy.h>
#include <jacquard/ir3/target/workgroup_waves.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kScratchBytes = 16; // of a slot of 128 bits

std::uint32_t& count_of(InstructionCounts& counts, const CostedWord& word) {
    switch (word.counted_as) {
    case CountedAs::alu: return word.half ? counts.alu_half : counts.alu_full;
    case CountedAs::complex: return word.half ? counts.complex_half : counts.complex_full;
    case CountedAs::flow: return counts.flow;
    case CountedAs::barrier: return counts.barriers;
    case CountedAs::texture_read: return counts.texture_reads;
    case CountedAs::memory_read: return counts.memory_reads;
    case CountedAs::memory_write: return counts.memory_writes;
    case CountedAs::move: return counts.moves;
    case CountedAs::nop: return counts.nops;
    case CountedAs::other: break;
    }
    return counts.other;
}

PartReport report_part(std::span<const CostedWord> words, std::span<const CostedWord> before) {
    PartReport part;
    for (const CostedWord& word : words) {
        ++part.counts.total;
        ++count_of(part.counts, word);
        part.counts.unknown += word.known ? 0 : 1;
        part.counts.short_syncs += word.sync_short ? 1 : 0;
        part.counts.long_syncs += word.sync_long ? 1 : 0;
        part.counts.issue_slots += word.issue_slots;
    }
    const CostFlow flow = cost_flow(words);
    part.loops = static_cast<std::uint32_t>(flow.loops.size());
    part.paths = cost_paths(words, flow, before);
    return part;
}

// Returns how many constants the constant file must hold for the header and for what the program
// reads.
std::uint32_t constant_length(const Program& program, const CostedCode& code) {
    const bool needs_one =
        code.machine.fragment_needs_constants && program.stage == ShaderStage::fragment;
    std::uint32_t length = std::max(code.constants_read, needs_one ? 1U : 0U);
    if (!program.immediates.values.empty()) {
        const std::size_t vec4 = (program.immediates.values.size() + 3) / 4;
        length = std::max(length, program.immediates.base_vec4 + static_cast<std::uint32_t>(vec4));
    }
    for (const MappedConstantBuffer& buffer : program.constant_buffers) {
        length = std::max(length, buffer.const_vec4 + (buffer.end - buffer.start + 15) / 16);
    }
    const std::uint32_t unit = code.machine.constant_unit;
    return (length + unit - 1) / unit * unit;
}

void mark_rates(std::span<const CostedWord> words, std::vector<bool>& used) {
    for (const CostedWord& word : words) {
        if (word.rate >= 0) {
            used[static_cast<std::size_t>(word.rate)] = true;
        }
    }
}

// Returns true if sources disagree about the size of the register file, where that decides.
bool is_disputed(const Occupancy& occupancy, const Program& program) {
    constexpr std::string_view kFile = "wave_vec4";
    const PartInfo* part = part_info(program.gpu);
    return occupancy.limit == WaveLimit::registers && part != nullptr &&
           std::any_of(part->disputed.begin(), part->disputed.end(),
                       [](const DisputedFact& disputed) { return disputed.fact == kFile; });
}

} // namespace

std::optional<CostReport> cost_report(const Program& program) {
    const std::optional<Revision> revision = revision_of_part(program.gpu);
    if (!revision) {
        return std::nullopt;
    }
    const CostedCode code = costed_code(program, *revision);
    const CostModel& model = cost_model_of(*revision);
    CostReport report;
    report.gpu = program.gpu;
    report.revision = *revision;
    report.stage = program.stage;
    report.preamble = report_part(code.preamble, {});
    report.main = report_part(code.main, code.prefetches);
    report.prefetches = static_cast<std::uint32_t>(program.prefetches.size());
    report.kills = std::any_of(code.main.begin(), code.main.end(),
                               [](const CostedWord& word) { return word.action == Action::kill; });
    report.registers = code.registers;
    report.wave_lanes = code.occupancy.lanes;
    report.most_waves = code.machine.most_waves;
    report.waves = code.occupancy.waves;
    report.occupancy = code.occupancy.percent;
    report.limited_by = code.occupancy.limit;
    report.occupancy_is_exact = code.occupancy.is_exact && !is_disputed(code.occupancy, program);
    if (const std::uint32_t invocations = workgroup_lanes(program); invocations != 0) {
        const WorkgroupWaves group(invocations, report.wave_lanes);
        report.group_lanes = invocations;
        report.group_waves = group.count();
        report.live_lanes = 100.0 * invocations / group.count() / group.size();
    }
    const double groups = model.figure(CostFigureName::wave_groups).number();
    report.waves_that_share = std::max(report.waves / groups, 1.0);
    report.scratch_vec4 = (program.private_bytes + kScratchBytes - 1) / kScratchBytes;
    report.constant_vec4 = constant_length(program, code);
    report.shared_bytes = program.shared_bytes;
    for (const ProgramInput& input : program.inputs) {
        const bool counts = !input.system_value;
        report.input_components +=
            counts ? static_cast<std::uint32_t>(std::popcount(input.component_mask)) : 0U;
    }
    for (const ProgramOutput& output : program.outputs) {
        report.writes_depth =
            report.writes_depth || output.name == slot_info(Slot::FRAG_RESULT_DEPTH).name;
        report.output_components += output.num_components;
    }
    report.lines = costliest_lines(code, program.lines, kCostliestLines);
    report.rates_used.resize(model.rates.size());
    mark_rates(code.preamble, report.rates_used);
    mark_rates(code.main, report.rates_used);
    mark_rates(code.prefetches, report.rates_used);
    return report;
}

std::vector<CostUnit> binding_units(const UnitCycles& cycles) {
    constexpr std::size_t kFirst = static_cast<std::size_t>(CostUnit::none) + 1;
    const double most = *std::max_element(cycles.begin() + kFirst, cycles.end());
    std::vector<CostUnit> units;
    for (std::size_t i = kFirst; i < cycles.size() && most > 0; ++i) {
        if (cycles[i] == most) {
            units.push_back(static_cast<CostUnit>(i));
        }
    }
    return units;
}

} // namespace jacquard::ir3
