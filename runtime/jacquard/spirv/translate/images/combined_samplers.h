#pragma once

#include <jacquard/spirv/module/module.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace jacquard::spirv {

// The descriptor sets and bindings, sorted, at which a module has images that bring their sampler
// along, or arrays of such.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>>
combined_samplers(const Module& module);

} // namespace jacquard::spirv
