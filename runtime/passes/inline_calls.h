#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

struct InlineCallsOptions {
    // Instructions and blocks of all functions together beyond which calls are left.
    std::uint32_t limit = 1'000'000;
    // Ifs and loops within each other beyond which calls are left.
    std::uint32_t nesting = 256;
};

// Puts the bodies of functions in the place of calls, callees first.
//
// Before: functions return at their end only (lower_returns); variables of functions have no
// initial values (those are stores at the start).
// After: links are right; there are no calls but those of functions that call themselves, return
// early, or would make the shader larger or deeper than the limits. The functions stay
// (dead_functions).
bool inline_calls(Shader& shader, const InlineCallsOptions& options = {});

// A function that can come to call itself; null when there is none.
[[nodiscard]] const Function* find_recursion(const Shader& shader);

} // namespace jacquard::nir
