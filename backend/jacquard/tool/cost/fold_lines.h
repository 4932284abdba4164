#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jacquard::driver {

// Every line of a table fits a terminal of so many columns.
inline constexpr std::size_t kTableColumns = 80;

// A text whose longer lines are broken between words: what follows stands below the second column
// of a row, and else a little behind the beginning of its line. A word that fits no line, such as
// the path of a file, keeps its end.
[[nodiscard]] std::string fold_lines(std::string_view text, std::size_t second_column);

} // namespace jacquard::driver
