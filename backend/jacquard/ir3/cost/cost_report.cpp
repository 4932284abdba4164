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

PartReport report_part(std::span<const CostedWord> words, const CostFlow& flow,
                       std::span<const CostedWord> before) {
    PartReport part;
    for (const CostedWord& word : words) {
        ++part.counts.total;
        ++count_of(part.counts, word);
        part.counts.unknown += word.known ? 0 : 1;
        part.counts.short_syncs += word.sync_short ? 1 : 0;
        part.counts.long_syncs += word.sync_long ? 1 : 0;
        part.counts.issue_slots += word.issue_slots;
    }
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

void mark_facts(std::span<const CostedWord> words, CostReport& report) {
    for (const CostedWord& word : words) {
        if (word.rate >= 0) {
            report.rates_used[static_cast<std::size_t>(word.rate)] = true;
        }
        if (word.pattern >= 0) {
            report.figures_used[static_cast<std::size_t>(word.pattern)] = true;
        }
    }
}

// Returns true if sources disagree about the size of the register file, where that decides.
bool is_disputed(const Occupancy& occupancy, const Program& program) {
    static constexpr std::string_view kFile = "wave_vec4";
    const PartInfo* part = part_info(program.gpu);
    return occupancy.limit == WaveLimit::registers && part != nullptr &&
           std::any_of(part->disputed.begin(), part->disputed.end(),
                       [](const DisputedFact& disputed) { return disputed.fact == kFile; });
}

// Returns whether a word that decides about the rounds of a loop is on the line: one of its first
// block, or a branch that leaves it or goes back.
bool is_on_line(const CostLoop& loop, const CostFlow& flow, std::span<const CostedWord> words,
                const Program& program, std::uint32_t line) {
    const auto is_there = [&](std::uint32_t place) {
        const std::uint32_t word = words[place].index;
        return word < program.lines.size() && program.lines[word].line == line;
    };
    const CostBlock& header = flow.blocks[loop.header];
    for (std::uint32_t i = header.first; i < header.end; ++i) {
        if (is_there(i)) {
            return true;
        }
    }
    return std::any_of(loop.body.begin(), loop.body.end(), [&](std::uint32_t block) {
        const std::uint32_t last = flow.blocks[block].end - 1;
        return words[last].has_target && is_there(last);
    });
}

// The first line of the words of a loop that stand in the function of its first word: a loop's head
// stands before its body, though some front ends say so of its counter alone.
SourceLine line_of_loop(const CostLoop& loop, const CostFlow& flow,
                        std::span<const CostedWord> words, const Program& program) {
    SourceLine first;
    const auto look_at = [&](const CostBlock& block) {
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            const std::uint32_t word = words[i].index;
            if (word >= program.lines.size() || !program.lines[word].exists()) {
                continue;
            }
            const SourceLine& line = program.lines[word];
            const bool is_alike = line.file == first.file && line.call == first.call;
            if (!first.exists() || (is_alike && line.line < first.line)) {
                first = line;
            }
        }
    };
    look_at(flow.blocks[loop.header]);
    for (const std::uint32_t block : loop.body) {
        look_at(flow.blocks[block]);
    }
    first.name = 0;
    return first;
}

// The loops of a program, with the rounds that the user gives to those on a line.
std::vector<ProgramLoop> loops_of(const Program& program, std::span<const CostedWord> words,
                                  std::span<const LineRounds> rounds, CostReport& report) {
    std::vector<ProgramLoop> loops;
    if (!rounds.empty()) {
        const CostFlow flow = cost_flow(words);
        for (const LineRounds& given : rounds) {
            const std::size_t before = loops.size();
            for (const CostLoop& loop : flow.loops) {
                if (is_on_line(loop, flow, words, program, given.line) ||
                    line_of_loop(loop, flow, words, program).line == given.line) {
                    loops.push_back(
                        {words[flow.blocks[loop.header].first].index, given.rounds, true});
                }
            }
            if (loops.size() == before) {
                report.lines_without_loop.push_back(given.line);
            }
        }
    }
    loops.insert(loops.end(), program.loops.begin(), program.loops.end());
    return loops;
}

std::vector<LoopCost> loop_costs(const CostFlow& flow, std::span<const CostedWord> words,
                                 const WordCosts& costs, const Program& program) {
    std::vector<LoopCost> loops;
    for (const CostLoop& loop : flow.loops) {
        LoopCost& cost = loops.emplace_back();
        cost.first_word = words[flow.blocks[loop.header].first].index;
        cost.line = line_of_loop(loop, flow, words, program);
        cost.rounds = loop.rounds;
        cost.is_exact = loop.is_exact;
        for (const std::uint32_t block : loop.body) {
            for (std::uint32_t i = flow.blocks[block].first; i < flow.blocks[block].end; ++i) {
                cost.cycles += costs.words[words[i].index].cycles();
            }
        }
        const double entries =
            loop.rounds ? flow.most_times[loop.header] / (*loop.rounds + 1.0) : 1;
        cost.each_round = cost.cycles / (entries * std::max(loop.rounds.value_or(1), 1U));
    }
    return loops;
}

} // namespace

std::optional<CostReport> cost_report(const Program& program, std::span<const LineRounds> rounds) {
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
    report.known_loops = loops_of(program, code.main, rounds, report);
    const CostFlow flow = cost_flow(code.main, report.known_loops);
    report.preamble = report_part(code.preamble, cost_flow(code.preamble), {});
    report.main = report_part(code.main, flow, code.prefetches);
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
    const WordCosts costs = word_costs(code, flow, program.words.size());
    report.whole = costs.cycles;
    report.half_savings = costs.half_savings;
    report.loops = loop_costs(flow, code.main, costs, program);
    report.lines = line_costs(
        costs, {program.lines, program.prefetch_lines, program.source_context}, report.unlined);
    report.rates_used.resize(model.rates.size());
    // A figure that tells of accesses of a pattern matters only to programs that have one.
    for (std::size_t i = 0; i < model.figures.size(); ++i) {
        report.figures_used.push_back(!is_of_pattern(static_cast<CostFigureName>(i)));
    }
    mark_facts(code.preamble, report);
    mark_facts(code.main, report);
    mark_facts(code.prefetches, report);
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
