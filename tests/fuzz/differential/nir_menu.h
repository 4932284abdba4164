#pragma once

#include "generator/random_shader.h"
#include "takes.h"

#include <cstdint>
#include <span>

namespace jacquard::fuzz {

// The operations, with their widths, that at least one of the parts takes, and the patterns of all
// selection rules. `refusals` gets what is said against opcodes that are taken in no width.
[[nodiscard]] nir::MachineMenu supported_operations(std::span<const std::uint32_t> gpus,
                                                    Refusals& refusals);

} // namespace jacquard::fuzz
