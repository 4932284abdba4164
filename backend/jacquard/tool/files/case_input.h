#pragma once

#include <jacquard/runs/case/case_file.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/frame/streams.h>

#include <optional>
#include <string_view>

namespace jacquard::driver {

// The case file at a path, or standard input for "-". Nothing after a fault, which has been said;
// `code` then is the exit code.
[[nodiscard]] std::optional<CaseFile> load_case(std::string_view path, const Limits& limits,
                                                const Streams& streams, int& code);

} // namespace jacquard::driver
