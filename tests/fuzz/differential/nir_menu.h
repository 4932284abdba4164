#pragma once

#include "generator/random_shader.h"
#include "takes.h"

#include <cstdint>
#include <span>
#include <string>

namespace jacquard::fuzz {

// `bit_count@16`.
[[nodiscard]] std::string name_of(const nir::Operation& operation);

// The operations, with their widths, that at least one of the parts takes, and the patterns of all
// selection rules. `refusals` gets what is said against opcodes that are taken in no width,
// `width_refusals` what is said against the other widths of those that are taken in some.
[[nodiscard]] nir::MachineMenu supported_operations(std::span<const std::uint32_t> gpus,
                                                    Refusals& refusals, Refusals& width_refusals);

} // namespace jacquard::fuzz
