#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

[[nodiscard]] bool has_control_flow(const nir::Shader& shader);

// Returns the number of instructions of the entry function, constants left out.
[[nodiscard]] std::size_t num_instructions(const nir::Shader& shader);

// A loop around which there is no other, of which all exits are known and nobody can say how often
// it runs, stays a loop, whatever the effort.
[[nodiscard]] bool has_loop_of_unknown_length(nir::Shader& shader);

// Returns whether some control flow remains, whatever the effort to remove it.
[[nodiscard]] bool must_branch(nir::Shader& shader);

// Returns whether there is no loop, and no if that flattening up to this limit would leave.
[[nodiscard]] bool can_be_flattened(nir::Shader& shader, std::uint32_t limit);

// Returns whether unrolling all loops results in more than `limit` instructions, so that unrolling
// the inner ones is pointless. The estimate precedes the splitting of arrays.
[[nodiscard]] bool unrolls_beyond(const nir::Shader& shader, std::uint32_t iterations,
                                  std::size_t limit);

} // namespace jacquard::ir3
