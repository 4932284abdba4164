#pragma once

#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/streams.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Returns true if a path names recorded runs: a file that ends in `.jsonl` or `.jsonl.gz`.
[[nodiscard]] bool is_recorded_file(std::string_view path);

// The text of such a file, a JSON object a line. Nothing when it cannot be read, which `faults`
// then tells.
[[nodiscard]] std::optional<std::string> read_recorded_file(std::string_view path,
                                                            const Streams& streams,
                                                            const Limits& limits,
                                                            std::vector<std::string>& faults);

// The module that a line names first; empty where it names none so.
[[nodiscard]] std::string_view module_of_recorded(std::string_view line);

} // namespace jacquard::driver
