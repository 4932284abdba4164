#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/ir3/program.h>

#include <string_view>
#include <vector>

namespace jacquard::ir3 {

// A report in short: what changes if a number that it rests on is another.
struct CostAnswer {
    // Cycles of the unit that is busy longest, on the longest path; of each instruction once where
    // that has no bound.
    double binds = 0;
    std::vector<CostUnit> units; // The units that are busy so long.
    double alone = 0;            // The critical path of a wave that runs alone.
    double exposed = 0;          // The part of its waits that no other wave hides.

    friend bool operator==(const CostAnswer&, const CostAnswer&) = default;
};

// Describes how the answer changes when an uncertain number takes its least and its greatest value.
struct CostSway {
    std::string_view name; // The rate or figure; it is the model's.
    FactSource source{};
    double low = 0;
    double high = 0;
    CostAnswer at_low;
    CostAnswer at_high;
};

struct CostSways {
    CostAnswer answer; // with the numbers of the model
    // Rates that the program uses, and figures, that somebody published or that are assumed; what
    // is measured or stated is not varied.
    std::vector<CostSway> sways;

    [[nodiscard]] const CostSway* find(std::string_view name) const;
    [[nodiscard]] bool moves(const CostSway& sway) const {
        return sway.at_low != answer || sway.at_high != answer;
    }
};

// The report must be the program's.
[[nodiscard]] CostSways cost_sways(const Program& program, const CostReport& report);

} // namespace jacquard::ir3
