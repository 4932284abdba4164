#pragma once

#include <jacquard/ir3/cost/cost_figures.h>
#include <jacquard/ir3/cost/costed_code.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// The first `size` words of a program, when each is executed once in their order.
[[nodiscard]] std::vector<WordCost> word_costs(const CostedCode& code, std::size_t size);

// The lines that cost most, the first one most of all; lines are by word. A wait is laid at the
// door of the line that is waited for.
[[nodiscard]] std::vector<LineCost>
costliest_lines(const CostedCode& code, std::span<const SourceLine> lines, std::size_t most);

} // namespace jacquard::ir3
