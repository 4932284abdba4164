#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace jacquard::nir {
struct Shader;
}

namespace jacquard::ir3 {

// The properties that say how many invocations a workgroup has along each axis.
inline constexpr std::array<std::string_view, 3> kWorkgroupSizes = {
    "CS_FIXED_BLOCK_WIDTH", "CS_FIXED_BLOCK_HEIGHT", "CS_FIXED_BLOCK_DEPTH"};

// The size that a compute shader fixes for its workgroups; nothing where it fixes none.
[[nodiscard]] std::optional<std::array<std::uint32_t, 3>>
fixed_workgroup_size(const nir::Shader& shader);

// Puts the size of workgroups in the place of loads of it, where the shader fixes it. Returns
// whether anything changed.
bool fold_workgroup_size(nir::Shader& shader);

} // namespace jacquard::ir3
