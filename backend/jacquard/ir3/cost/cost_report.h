#pragma once

#include <jacquard/ir3/cost/cost_figures.h>
#include <jacquard/ir3/program.h>
#include <jacquard/ir3/target/wave_limit.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

JACQUARD_BEGIN_API

// The cost of a program, computed from its words and its header.
namespace jacquard::ir3 {

// Instructions of a part of a program, a word each.
struct InstructionCounts {
    std::uint32_t total = 0;
    std::uint32_t alu_full = 0;
    std::uint32_t alu_half = 0;
    std::uint32_t complex_full = 0;
    std::uint32_t complex_half = 0;
    std::uint32_t flow = 0;
    std::uint32_t barriers = 0;
    std::uint32_t texture_reads = 0;
    std::uint32_t memory_reads = 0;
    std::uint32_t memory_writes = 0;
    std::uint32_t moves = 0;
    std::uint32_t nops = 0;
    std::uint32_t other = 0;       // all above but the total and these make up the total
    std::uint32_t unknown = 0;     // of the others, words that are no instruction of the revision
    std::uint32_t short_syncs = 0; // of all, those with (ss)
    std::uint32_t long_syncs = 0;  // with (sy)
    std::uint32_t issue_slots = 0; // repetitions and (nopN) counted
};

struct PartReport {
    InstructionCounts counts;
    std::uint32_t loops = 0;
    CostPaths paths;
};

struct CostReport {
    std::uint32_t gpu = 0;
    Revision revision{};
    ShaderStage stage{};
    PartReport preamble; // runs once for all waves
    PartReport main;
    std::uint32_t prefetches = 0; // lookups before the first instruction
    bool kills = false;           // lanes may end before the end
    bool writes_depth = false;    // of a fragment
    RegisterFootprint registers;
    std::uint32_t wave_lanes = 0;
    std::uint32_t waves = 0; // at a time
    std::uint32_t most_waves = 0;
    std::uint32_t occupancy = 0;        // percent
    WaveLimit limited_by{};             // the limit that keeps more waves from running
    bool occupancy_is_exact = true;     // recorded programs bear it out
    std::uint32_t group_lanes = 0;      // of a workgroup; 0 where the stage has none
    std::uint32_t group_waves = 0;      // that it becomes
    double live_lanes = 0;              // of all that these could have, in percent
    std::uint32_t scratch_vec4 = 0;     // memory of a lane
    std::uint32_t constant_vec4 = 0;    // of the constant file
    std::uint32_t shared_bytes = 0;     // memory of a workgroup
    std::uint32_t input_components = 0; // system values are none
    std::uint32_t output_components = 0;
    double waves_that_share = 1;          // an issue slot: among them waits of one are hidden
    std::vector<LineCost> lines;          // with most weight first; empty where words know no lines
    UnlinedCycles unlined;                // what no line takes
    std::vector<LoopCost> loops;          // of the main part
    std::vector<ProgramLoop> known_loops; // with their rounds, as the program or the user told
    std::vector<std::uint32_t> lines_without_loop; // of those to which rounds were given
    double half_savings = 0;        // issue slots of arithmetic in 16 bits that it does not fill
    WaitCycles whole;               // of all words of the main part, which lines and rest make up
    std::vector<bool> rates_used;   // by CostModel::rates
    std::vector<bool> figures_used; // by CostModel::figures

    [[nodiscard]] const CostModel& model() const { return cost_model_of(revision); }
};

// The number of rounds of the loops on a line, where the user knows it.
struct LineRounds {
    std::uint32_t line = 0; // of any file
    std::uint32_t rounds = 0;
};

// Returns no report if the program's part is unknown. `rounds` goes before what the program tells
// of its loops.
[[nodiscard]] std::optional<CostReport> cost_report(const Program& program,
                                                    std::span<const LineRounds> rounds = {});

// The units (not `none`) that a path keeps busy longest; empty where it uses none.
[[nodiscard]] std::vector<CostUnit> binding_units(const UnitCycles& cycles);

} // namespace jacquard::ir3

JACQUARD_END_API
