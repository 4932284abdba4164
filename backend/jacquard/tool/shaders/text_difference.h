#pragma once

#include <string>
#include <string_view>

namespace jacquard::driver {

// Returns the difference of two texts by lines in the unified format, with three lines of context.
// It is empty if they are equal. Texts with little in common are shown as a whole.
[[nodiscard]] std::string text_difference(std::string_view before, std::string_view after);

} // namespace jacquard::driver
