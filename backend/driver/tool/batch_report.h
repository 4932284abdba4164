#pragma once

#include <jacquard/driver/tool/batch_run.h>

#include <iosfwd>
#include <span>

namespace jacquard::driver {

// The refused and malformed shaders by reason, what failed and what disagrees, and the totals.
// With `all`, a line for each shader first.
void print_report(const BatchList& list, std::span<const BatchOutcome> outcomes, bool all,
                  std::ostream& out);

// A JSON value a line: one for each shader, then the totals.
void print_json_report(const BatchList& list, std::span<const BatchOutcome> outcomes,
                       std::ostream& out);

} // namespace jacquard::driver
