#pragma once

#include <jacquard/driver/tool/input_file.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// A file's text, for work that has no streams of its own.
[[nodiscard]] std::optional<std::string> read_text(const std::string& path, const Limits& limits,
                                                   ReadFault& fault);

// Whether a file whose name is that of a high-level shader holds one.
[[nodiscard]] bool is_high_level_file(std::string_view path, std::string_view text);

// Whether what is made of a file depends on its text and the tool alone: not on files that it
// includes, nor on another program, which stands in for the compiler that `is_linked` is not.
[[nodiscard]] bool stands_alone(std::string_view path, std::string_view text, bool is_linked);

} // namespace jacquard::driver
