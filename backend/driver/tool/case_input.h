#pragma once

#include <jacquard/driver/case_file.h>
#include <jacquard/driver/tool/streams.h>
#include <jacquard/support/limits.h>

#include <optional>
#include <string_view>

namespace jacquard::driver {

// The case file at a path, or standard input for "-". Nothing after a fault, which has been said;
// `code` then is the exit code.
[[nodiscard]] std::optional<CaseFile> load_case(std::string_view path, const Limits& limits,
                                                const Streams& streams, int& code);

} // namespace jacquard::driver
