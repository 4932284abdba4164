#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/library/facade/compiler.h>

#include "catch.h"

#include <string_view>

namespace jacquard::ir3::testing {

// The program of an assembly text with its directives; 630 is meant where it has no @gpu. Its words
// know the lines of the text.
Program assembled(std::string_view text);

// A shader of a text in TGSI, compiled for a part.
Program compiled(std::string_view tgsi, const driver::VariantKey& key);
Program compiled(std::string_view tgsi, std::uint32_t gpu = 630, bool binning = false);

CostReport report_of(const Program& program);
CostReport report_of(std::string_view assembly);

// Returns how long a unit is busy with an instruction of the text by what the table says.
double cycles_of(const UnitCycles& cycles, CostUnit unit);

} // namespace jacquard::ir3::testing
