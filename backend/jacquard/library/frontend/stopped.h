#pragma once

#include <jacquard/library/frontend/variant.h>
#include <jacquard/support/text/diagnostics.h>

#include <string>

namespace jacquard::driver {

// Returns the status of a compile with these errors, by those of their codes: `too_large` where a
// limit was reached, `malformed` where an error says that the shader is, and otherwise what the
// first error says. It is `failed` where nothing was reported.
[[nodiscard]] CompileStatus status_of(const Diagnostics& diagnostics);

// The message of the first error, or that there is none.
[[nodiscard]] std::string reason_of(const Diagnostics& diagnostics);

// The result of a work that errors stopped.
template <typename Result>
[[nodiscard]] Result stopped(const Diagnostics& diagnostics) {
    Result result;
    result.status = status_of(diagnostics);
    result.reason = reason_of(diagnostics);
    return result;
}

} // namespace jacquard::driver
