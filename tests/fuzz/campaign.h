#pragma once

#include <jacquard/nir/shader.h>
#include <jacquard/passes/registry.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace jacquard::nir {

// Whether a shader is valid and its text reads back to the same text. Empty, or what is wrong.
[[nodiscard]] std::string check_forms(const Shader& shader);

// Runs a pass on a copy. Empty, or what is wrong: the copy is no longer valid, or computes
// something else. `tolerance` is that of EquivalenceOptions.
[[nodiscard]] std::string check_pass(const Shader& shader, const PassCall& pass, double tolerance,
                                     std::uint64_t seed);

// The smallest shader found for which `fails` still holds: instructions are taken out, or replaced
// by constants, as long as it does. `fails` is only shown valid shaders.
[[nodiscard]] std::unique_ptr<Shader> reduce(const Shader& shader,
                                             const std::function<bool(const Shader&)>& fails);

} // namespace jacquard::nir
