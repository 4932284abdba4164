#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/ir3/program.h>
#include <jacquard/tool/advice/site.h>

#include <vector>

namespace jacquard::driver::advice {

// The shader as a whole, first; then its loops and its accesses to memory, as the words tell them.
[[nodiscard]] std::vector<Site> sites_of_program(const ir3::Program& program,
                                                 const ir3::CostReport& report);

} // namespace jacquard::driver::advice
