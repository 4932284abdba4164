#pragma once

#include <string>

namespace jacquard::driver {

// What the tables say of a part: its names, chips and facts, a line each. Empty where there is no
// such part.
[[nodiscard]] std::string explain_part(unsigned part);

// Its name, revision, names, chips and facts in a few lines.
[[nodiscard]] std::string part_summary(unsigned part);

// The same as a JSON value.
[[nodiscard]] std::string part_json(unsigned part);

} // namespace jacquard::driver
