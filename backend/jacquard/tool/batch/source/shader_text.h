#pragma once

#include <jacquard/glsl/high_level.h>
#include <jacquard/tool/files/input_file.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// A file's text, for work that has no streams of its own.
[[nodiscard]] std::optional<std::string> read_text(const std::string& path, const Limits& limits,
                                                   ReadFault& fault);

// Whether a file whose name is that of a high-level shader holds one.
[[nodiscard]] bool is_high_level_file(std::string_view path, std::string_view text);

// What is made of a file depends on its text, the tool and, of a high-level shader, on this build
// of the compiler and the files that it includes, which are looked for in `include_folders`; empty
// for other shaders. Nothing where it depends on more: on another program, which stands in for a
// compiler that is null, or on files that are not there or that HLSL includes.
[[nodiscard]] std::optional<std::string>
identity_of_front_end(std::string_view path, std::string_view text,
                      const HighLevelCompiler* compiler,
                      const std::vector<std::string>& include_folders, const Limits& limits);

} // namespace jacquard::driver
