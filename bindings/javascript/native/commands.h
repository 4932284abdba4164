#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <string>
#include <string_view>

// The commands of the tool as JavaScript calls them: options are members of an object, files lie in
// memory.
namespace jacquard::driver::javascript {

// A command answers this.
struct Answer {
    int code = exit_fine;
    std::string out;
    std::string err;
};

// Runs a command: {"command": NAME, "options": {MEMBER: VALUE}, "operands": [TEXT], "input": PATH},
// where the path is that of a file that stands for the standard input.
[[nodiscard]] Answer run(std::string_view request);

// The version, and of each command what it is for and its options, as a JSON object.
[[nodiscard]] std::string description();

// The names of the tables that have `part` in them, as a JSON array.
[[nodiscard]] std::string names(std::string_view part);

} // namespace jacquard::driver::javascript
