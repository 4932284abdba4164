#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

[[nodiscard]] bool has_control_flow(const nir::Shader& shader);

// Those of the entry, constants left out.
[[nodiscard]] std::size_t num_instructions(const nir::Shader& shader);

// A loop around which there is no other, of which all exits are known and nobody can say how often
// it runs, stays a loop, whatever the effort.
[[nodiscard]] bool has_loop_of_unknown_length(nir::Shader& shader);

// Whether some of the control flow is there to stay, whatever the effort.
[[nodiscard]] bool must_branch(nir::Shader& shader);

// Whether there are no loops, and no if that flattening up to this limit would leave.
[[nodiscard]] bool can_be_flattened(nir::Shader& shader, std::uint32_t limit);

// Whether all loops unrolled have more than `limit` instructions, so that there is no point in
// unrolling the inner ones. What becomes of arrays is not known before.
[[nodiscard]] bool unrolls_beyond(const nir::Shader& shader, std::uint32_t iterations,
                                  std::size_t limit);

} // namespace jacquard::ir3
