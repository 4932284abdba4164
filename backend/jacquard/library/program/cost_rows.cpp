#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/cost/cost_waits.h>
#include <jacquard/library/program/cost_rows.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace jacquard::driver {

namespace {

using ir3::CostReport;
using ir3::CostUnit;
using ir3::InstructionCounts;
using ir3::UnitCycles;

constexpr auto kTitles = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"instructions", "instructions"},
     {"preamble", "instructions of the preamble, which runs once"},
     {"registers", "registers, in vec4"},
     {"waves", "waves"},
     {"workgroup", "workgroup"},
     {"storage", "storage"},
     {"longest", "cycles of a wave on the longest path"},
     {"shortest", "cycles of a wave on the shortest path"},
     {"whole", "cycles of a wave, each instruction once"},
     {"critical", "critical path of a wave that runs alone"}});

class Rows {
  public:
    std::vector<CostRow> take() { return std::move(rows_); }

    void begin(std::string_view section) { section_ = section; }

    void add(std::string_view name, std::string_view label, std::optional<double> value,
             WorseWhen worse = WorseWhen::never) {
        rows_.push_back({section_, name, label, value, worse});
    }

    void add_counts(const InstructionCounts& counts) {
        add("total", "all", counts.total, WorseWhen::higher);
        add("alu_32", "ALU 32 bit", counts.alu_full);
        add("alu_16", "ALU 16 bit", counts.alu_half);
        add("complex_32", "complex 32 bit", counts.complex_full);
        add("complex_16", "complex 16 bit", counts.complex_half);
        add("flow", "flow control", counts.flow);
        add("barrier", "barriers", counts.barriers);
        add("texture_read", "texture reads", counts.texture_reads, WorseWhen::higher);
        add("memory_read", "memory reads", counts.memory_reads, WorseWhen::higher);
        add("memory_write", "memory writes", counts.memory_writes, WorseWhen::higher);
        add("move", "moves", counts.moves);
        add("nop", "nops", counts.nops);
        add("other", "rest", counts.other);
        add("unknown", "unknown words, of the rest", counts.unknown);
        add("short_sync", "with (ss)", counts.short_syncs);
        add("long_sync", "with (sy)", counts.long_syncs);
        add("issue_slots", "issue slots", counts.issue_slots, WorseWhen::higher);
    }

    void add_cycles(const UnitCycles& cycles, bool bounded, WorseWhen worse) {
        const auto unit = [&](CostUnit which) {
            const double value = cycles[static_cast<unsigned>(which)];
            return bounded ? std::optional(value) : std::nullopt;
        };
        add("issue", "issue slots", unit(CostUnit::none), worse);
        add("alu", "ALU", unit(CostUnit::alu), worse);
        add("complex", "complex", unit(CostUnit::complex), worse);
        add("texture", "texture", unit(CostUnit::texture), worse);
        add("varying", "varying", unit(CostUnit::varying), worse);
        add("memory", "memory", unit(CostUnit::memory), worse);
    }

  private:
    std::string_view section_;
    std::vector<CostRow> rows_;
};

} // namespace

std::string_view section_title(std::string_view section) {
    for (const auto& [name, title] : kTitles) {
        if (name == section) {
            return title;
        }
    }
    return section;
}

bool is_told_of_zeros(const CostRow& row) {
    return row.section == "registers" || row.section == "waves" || row.section == "critical" ||
           (row.section == "instructions" && row.name == "alu_16");
}

std::vector<CostRow> cost_rows(const CostReport& report) {
    Rows rows;
    rows.begin("instructions");
    rows.add_counts(report.main.counts);
    rows.add("prefetch", "lookups before the first one", report.prefetches, WorseWhen::higher);
    rows.add("loops", "loops", report.main.loops);
    rows.begin("preamble");
    rows.add_counts(report.preamble.counts);
    rows.add("loops", "loops", report.preamble.loops);
    rows.begin("registers");
    rows.add("full", "full", report.registers.full);
    rows.add("half", "half", report.registers.half);
    rows.add("overall", "overall", report.registers.overall, WorseWhen::higher);
    rows.begin("waves");
    rows.add("lanes", "lanes of a wave", report.wave_lanes);
    rows.add("waves", "waves at a time", report.waves);
    const double base_lanes = ir3::machine_facts(report.revision, report.gpu).wave_lanes;
    rows.add("lanes_at_a_time", "lanes at a time", report.wave_lanes * report.waves);
    rows.add("full_lanes", "lanes of full occupancy", base_lanes * report.most_waves);
    rows.add("occupancy", "occupancy, %", report.occupancy, WorseWhen::lower);
    rows.add("most_waves", "waves of base width at most", report.most_waves);
    rows.begin("workgroup");
    rows.add("invocations", "invocations", report.group_lanes);
    rows.add("waves", "waves", report.group_waves);
    rows.add("live_lanes", "lanes in use, %", report.live_lanes, WorseWhen::lower);
    rows.begin("storage");
    rows.add("constants", "constants, vec4", report.constant_vec4);
    rows.add("scratch", "scratch, vec4", report.scratch_vec4, WorseWhen::higher);
    rows.add("shared", "memory of a workgroup, bytes", report.shared_bytes, WorseWhen::higher);
    rows.add("inputs", "input components", report.input_components);
    rows.add("outputs", "output components", report.output_components);
    const ir3::CostPaths& paths = report.main.paths;
    rows.begin("longest");
    rows.add_cycles(paths.longest, paths.bounded, WorseWhen::higher);
    rows.begin("shortest");
    rows.add_cycles(paths.shortest, true, WorseWhen::never);
    rows.begin("whole");
    // Judged where the longest path cannot be.
    rows.add_cycles(paths.total, true, paths.bounded ? WorseWhen::never : WorseWhen::higher);
    rows.add("short_wait", "waiting at (ss)", report.whole.short_wait);
    rows.add("long_wait", "waiting at (sy)", report.whole.long_wait);
    rows.begin("critical");
    const double exposed = ir3::exposed_share(paths.critical, report.waves_that_share);
    rows.add("cycles", "all", paths.critical.all(), WorseWhen::higher);
    rows.add("discarded", "up to the first discard", paths.discarded.all(), WorseWhen::higher);
    rows.add("issue", "issuing", paths.critical.issue);
    rows.add("short_wait", "waiting at (ss)", paths.critical.short_wait);
    rows.add("short_exposed", "of which exposed", paths.critical.short_wait * exposed,
             WorseWhen::higher);
    rows.add("long_wait", "waiting at (sy)", paths.critical.long_wait);
    rows.add("long_exposed", "of which exposed", paths.critical.long_wait * exposed,
             WorseWhen::higher);
    return rows.take();
}

std::string number_text(double value) {
    constexpr int kDigits = 2;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", kDigits, value);
    std::string result = text.data();
    result.erase(result.find_last_not_of('0') + 1);
    if (result.ends_with('.')) {
        result.pop_back();
    }
    return result;
}

} // namespace jacquard::driver
