#pragma once

#include <jacquard/glsl/high_level.h>
#include <jacquard/tool/files/input_file.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// A file, for work that has no streams of its own.
[[nodiscard]] std::optional<InputFile> read_shader_file(const std::string& path,
                                                        const Limits& limits, ReadFault& fault);

// A file's text, for work that has no streams of its own.
[[nodiscard]] std::optional<std::string> read_text(const std::string& path, const Limits& limits,
                                                   ReadFault& fault);

// Returns true if a file whose name is that of a high-level shader holds one.
[[nodiscard]] bool is_high_level_file(std::string_view path, std::string_view text);

// The result for a file depends on its text and the tool. For a high-level shader it also depends
// on this build of the compiler and on the included files, which are searched in `include_folders`;
// their identity is returned, and an empty one for other shaders. There is no result if it depends
// on more: on an external program, which a null compiler stands for, on missing files, or on files
// that HLSL includes.
[[nodiscard]] std::optional<std::string>
identity_of_front_end(std::string_view path, std::string_view text,
                      const HighLevelCompiler* compiler,
                      const std::vector<std::string>& include_folders, const Limits& limits);

} // namespace jacquard::driver
