#pragma once

#include <jacquard/nir/interpreter/interpreter.h>
#include <jacquard/nir/shader.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace jacquard::driver {

// Invocations of a work group of a shader, in each direction.
[[nodiscard]] std::array<std::uint32_t, 3> workgroup_size(const nir::Shader& shader);

// Lanes of a full wave where nobody says which part a shader is to run on: as most of them have.
inline constexpr std::uint32_t kUsualWaveSize = 64;

// Runs work groups one after the other, each in full waves of `wave_size` lanes and what is left in
// one more, with zeros in its shared memory, or what `environment` gives of that. The system values
// of a work group are those of its place; others are asked of `environment`. The outcome is that of
// the first that faults, else of the last. Nothing, which `fault` explains, where a work group is
// too large.
//
// With a seed among the options several groups are there at the same time, and shared memory begins
// with bytes that are no zeros.
[[nodiscard]] std::optional<nir::interpreter::RunResult>
run_groups(const nir::interpreter::Program& program, const nir::Shader& shader,
           const std::array<std::uint32_t, 3>& groups, std::uint32_t wave_size,
           const nir::interpreter::Environment& environment,
           const nir::interpreter::RunOptions& options, std::string& fault);

} // namespace jacquard::driver
