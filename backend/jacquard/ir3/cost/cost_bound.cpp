#include <jacquard/ir3/cost/cost_bound.h>

#include <algorithm>

namespace jacquard::ir3 {

CostBound bound_of(const CostReport& report) {
    const CostPaths& paths = report.main.paths;
    UnitCycles cycles = paths.bounded ? paths.longest : paths.total;
    // Arithmetic in 16 bits runs at twice the rate on hardware, so that its slots do not bind.
    double& issue = cycles[static_cast<unsigned>(CostUnit::none)];
    issue = std::max(issue - report.half_savings, 0.0);
    const auto most = std::max_element(cycles.begin(), cycles.end());
    CostBound bound;
    bound.unit = static_cast<CostUnit>(most - cycles.begin());
    bound.busy = *most;
    bound.alone = paths.critical.all();
    bound.share = bound.alone / report.waves_that_share;
    return bound;
}

} // namespace jacquard::ir3
