#pragma once

#include <jacquard/ir3/cost/cost_figures.h>
#include <jacquard/ir3/cost/cost_flow.h>
#include <jacquard/ir3/cost/cost_waits.h>

#include <span>

namespace jacquard::ir3 {

// `before` are texture lookups that have begun when the first instruction issues.
[[nodiscard]] CostPaths cost_paths(std::span<const CostedWord> words, const CostFlow& flow,
                                   std::span<const CostedWord> before = {});

} // namespace jacquard::ir3
