#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <memory>
#include <span>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// Reads what serialise() wrote, by this version and with these tables. Nothing is assumed of the
// bytes: every count and number is checked, and the validator looks at the result. Null when there
// is a fault, which the diagnostics name with the byte that it was found at. Memory is counted as
// parse() does.
[[nodiscard]] std::unique_ptr<Shader> deserialise(std::span<const std::uint8_t> bytes,
                                                  Diagnostics& diagnostics,
                                                  const Limits& limits = {});

} // namespace jacquard::nir

JACQUARD_END_API
