#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/ir/shader.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::driver {

// Invocations of a work group of a shader, in each direction.
[[nodiscard]] std::array<std::uint32_t, 3> workgroup_size(const nir::Shader& shader);

// The part as whose work groups those of a shader run, and the lanes of its full waves; 0: as a
// program has them that can tell.
struct GroupPart {
    std::uint32_t gpu = VariantKey{}.gpu;
    std::uint32_t wave_size = 0;
};

// Runs work groups one after the other, each in full waves and what is left in one more, with zeros
// in its shared memory, or what `environment` gives of that. The system values of a work group are
// those of its place; others are asked of `environment`. The outcome is that of the first that
// faults, else of the last; steps are counted over all. Nothing, which `fault` explains, where the
// part has no such work groups.
//
// `left_in_shared` receives what the last work group has left in shared memory that was not given.
//
// With a seed among the options several groups are there at the same time, and shared memory begins
// with bytes that are no zeros.
[[nodiscard]] std::optional<nir::interpreter::RunResult>
run_groups(const nir::interpreter::Program& program, const nir::Shader& shader,
           const std::array<std::uint32_t, 3>& groups, const GroupPart& part,
           const nir::interpreter::Environment& environment,
           const nir::interpreter::RunOptions& options, std::string& fault,
           std::vector<std::byte>& left_in_shared);

} // namespace jacquard::driver
