#pragma once

#include <string>
#include <string_view>

namespace jacquard::driver {

// What differs between two texts, line by line in the unified form, with three lines around each
// difference; empty where they are alike. Texts that have little in common are shown as wholes.
[[nodiscard]] std::string text_difference(std::string_view before, std::string_view after);

} // namespace jacquard::driver
