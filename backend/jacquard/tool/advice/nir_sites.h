#pragma once

#include <jacquard/library/frontend/spirv_result.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/tool/advice/site.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::driver::advice {

// The lookups, operations, branches, discards and inputs of a shader as it comes from its front
// end. `workgroup` has the lengths of one, zeros where there is none; `inputs` are those that the
// module declares.
[[nodiscard]] std::vector<Site> sites_of_shader(const nir::Shader& shader,
                                                const std::array<std::uint32_t, 3>& workgroup,
                                                std::uint32_t wave_lanes,
                                                std::span<const VaryingFacts> inputs);

} // namespace jacquard::driver::advice
