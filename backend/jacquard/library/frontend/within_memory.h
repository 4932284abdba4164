#pragma once

#include <jacquard/support/text/limits.h>

#include <new>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace jacquard::driver {

// Returns the result of `work`. Where it runs out of memory, that is reported and there is none.
template <typename Work>
[[nodiscard]] std::optional<std::invoke_result_t<Work&>>
within_memory(Diagnostics& diagnostics, const Limits& limits, Work&& work) {
    try {
        return work();
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
    } catch (const std::length_error&) { // of a container that no memory could hold
        report_out_of_memory(diagnostics, std::bad_alloc(), limits);
    }
    return std::nullopt;
}

} // namespace jacquard::driver
