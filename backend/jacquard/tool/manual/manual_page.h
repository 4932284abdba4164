#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <string>

namespace jacquard::driver {

// Pages of section 1 of the manual, in the language of man(7): of a command, and of the tool.
[[nodiscard]] std::string manual_page(const CommandSpec& command);
[[nodiscard]] std::string manual_page_of_tool();
// The page of jacquard-aoc.
[[nodiscard]] std::string manual_page_of_aoc();

} // namespace jacquard::driver
