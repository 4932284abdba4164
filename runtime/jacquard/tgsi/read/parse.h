#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tgsi/program.h>

#include <optional>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::tgsi {

// Reads the text form and checks it (see check.h). Every fault that can be found in one run is
// reported to `diagnostics`, each with its line and column; then the result is empty. The text may
// be anything: the cost grows with its length only.
[[nodiscard]] std::optional<Program> parse(std::string_view text, Diagnostics& diagnostics,
                                           const Limits& limits = {});

} // namespace jacquard::tgsi

JACQUARD_END_API
