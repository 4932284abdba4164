#pragma once

#include <string>

namespace jacquard::driver {

// Lists the names, chips and facts of a part, a line each. The text is empty where no table has the
// part.
[[nodiscard]] std::string explain_part(unsigned part);

// Its name, revision, names, chips and facts in a few lines.
[[nodiscard]] std::string part_summary(unsigned part);

// The same as a JSON value.
[[nodiscard]] std::string part_json(unsigned part);

} // namespace jacquard::driver
