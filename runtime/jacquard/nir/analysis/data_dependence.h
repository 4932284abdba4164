#pragma once

#include <jacquard/nir/analysis/loop_analysis.h>

namespace jacquard::nir {

// Finds values that are known only when the program runs, however much of it is unrolled; each of
// these functions may miss some.

// Returns true if a value is computed from what the program loads or looks up. Registers and
// variables, which may become values, do not count.
[[nodiscard]] bool depends_on_data(const SsaDef& value);

// Returns true if all exits of a loop are known, and how often it runs depends on data.
[[nodiscard]] bool length_depends_on_data(const LoopInfo& info);

// Returns true if the condition of an if depends on data, and on one of its sides stands something
// that must not be computed elsewhere.
[[nodiscard]] bool stays_a_branch(const IfNode& branch);

} // namespace jacquard::nir
