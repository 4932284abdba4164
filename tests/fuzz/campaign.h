#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/registry.h>

#include "generator/random_shader.h"

#include <cstdint>
#include <span>
#include <string>

namespace jacquard::nir {

// Checks that a shader is valid and its text and its bytes read back: to the same text, hash and
// results. Returns the fault, or an empty text.
[[nodiscard]] std::string check_forms(const Shader& shader);

// The outcome of a pass on a shader.
struct PassCheck {
    bool has_changed = false;
    bool is_inexact = false; // results are not compared: it put in what rounds otherwise
    unsigned runs_compared = 0;
    std::string wrong; // empty, or: no longer valid, computes something else, changed unsaid
};

// The outcome of a chain of passes.
struct ChainCheck {
    bool is_inexact = false; // as of a pass
    std::string wrong;
};

// Runs a pass on a copy, behind those that its policy prepares it with.
[[nodiscard]] PassCheck check_pass(const Shader& shader, const PassCall& call, double tolerance,
                                   std::uint64_t seed);
// Passes one after the other, the results of which are to be the shader's.
[[nodiscard]] ChainCheck check_chain(const Shader& shader, std::span<const PassCall> chain,
                                     std::uint64_t seed);

// The kind of random shader that shows whether a pass is right.
[[nodiscard]] RandomShaderKind kind_for(const PassCall& call);

// `name` or `name:parameter=value`.
[[nodiscard]] std::string name_of(const PassCall& call);

} // namespace jacquard::nir
