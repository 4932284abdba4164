#pragma once

#include <string>
#include <string_view>

namespace jacquard {

// A text that others wrote, such as the name of a file, as a terminal may have it: bytes that would
// control it, and those that are no UTF-8, are written as \x1b. Lines and tabs stay.
[[nodiscard]] std::string printable(std::string_view text);

} // namespace jacquard
