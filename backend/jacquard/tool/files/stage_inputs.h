#pragma once

#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>

#include <optional>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The operands as stages of one pipeline, each read as read_input() does and made a module where it
// is in another language. Varyings of GLSL that state no location are linked by their names.
// Nothing after a fault, which was told; `code` then is the exit code.
[[nodiscard]] std::optional<std::vector<InputFile>>
read_stages(const Arguments& arguments, const Streams& streams, const Limits& limits, int& code);

// The path for an output of one of several stages: "out.bin" becomes "out.vertex.bin".
[[nodiscard]] std::string path_of_stage(std::string_view path, std::string_view stage);

} // namespace jacquard::driver
