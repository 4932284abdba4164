#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/cost/cost_figures.h>
#include <jacquard/ir3/isa/instruction/effects.h>
#include <jacquard/ir3/program.h>
#include <jacquard/ir3/target/occupancy.h>

#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// The cost of a single instruction. A cycle is an issue slot of a wave.
struct CostedWord {
    std::uint32_t index = 0; // in Program::words
    CostClass cost_class{};
    CountedAs counted_as = CountedAs::other;
    CostUnit unit = CostUnit::none;
    std::int8_t rate = -1;         // in CostModel::rates
    std::int8_t pattern = -1;      // in CostModel::figures: what makes the access take longer
    double slowdown = 1;           // how many times longer than one whose lanes are neighbours
    bool known = false;            // the word is an instruction of the revision
    bool half = false;             // its sources have 16 bits
    std::uint32_t issue_slots = 1; // repetitions and (nopN) counted
    double unit_cycles = 0;        // how long `unit` is busy
    std::uint32_t latency = 0;     // cycles until its result stops stalling, where `result` waits
    Sync result = Sync::none;      // the flag that waits for its result
    bool sync_short = false;       // it waits, (ss)
    bool sync_long = false;        // (sy)
    Action action = Action::invalid;
    bool has_target = false;
    std::int64_t target = 0; // in Program::words
};

// A program up to its last `end`, with what its instructions cost.
struct CostedCode {
    Revision revision{};
    MachineFacts machine{};
    Occupancy occupancy;
    std::vector<CostedWord> preamble; // from shps to shpe
    std::vector<CostedWord> main;
    std::vector<CostedWord> prefetches; // lookups before the first instruction, which have no words
    RegisterFootprint registers;
    std::uint32_t constants_read = 0; // vec4: the highest one read, plus one
};

// Returns true if the figure tells how much longer an access takes for the addresses of its lanes.
[[nodiscard]] constexpr bool is_of_pattern(CostFigureName figure) {
    return figure == CostFigureName::shared_banks || figure == CostFigureName::memory_line ||
           figure == CostFigureName::atomic_turn;
}

// The costs of a program for its part, which must exist.
[[nodiscard]] CostedCode costed_code(const Program& program, Revision revision);

} // namespace jacquard::ir3
