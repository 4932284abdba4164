#pragma once

#include <jacquard/nir/analysis/loop_analysis.h>
#include <jacquard/support/api.h>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// Whether how often a loop runs follows from what the program loads or looks up, so that unrolling
// the loops around it does not tell either. Not everything of which that holds is found. Other
// breaks than those of terminators count as well known.
[[nodiscard]] bool length_depends_on_data(const LoopInfo& info);

} // namespace jacquard::nir

JACQUARD_END_API
