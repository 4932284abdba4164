#pragma once

#include <jacquard/generated/passes/shader_state.h>
#include <jacquard/passes/registry/pass_runner.h>
#include <jacquard/support/api.h>

#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// The circumstances in which the state is applied.
struct StateUse {
    bool feeds_rasteriser = true; // no other stage reads the shader's outputs
    bool precise = false;         // nothing is approximated: what is computed for it is exact, too
};

// Gives the shader the meaning that the state asks for, by the passes of the table. What is not for
// the shader's stage does nothing. Registers have to become values afterwards. True when something
// changed.
bool apply_state(PassRunner& passes, const ShaderState& state, const StateUse& use);

// The same in one go. Empty, or the report of the validator as PassRunner has it.
[[nodiscard]] std::string apply_state(Shader& shader, const ShaderState& state,
                                      const StateUse& use);

// Returns the part of the state that changes the shader; of masks, the bits that do. Two states
// with the same part give the same shader.
[[nodiscard]] ShaderState state_that_matters(const Shader& shader, const ShaderState& state,
                                             const StateUse& use);

// Returns true if the other one has all that is set.
[[nodiscard]] bool is_part_of(const ShaderState& state, const ShaderState& other);

// "two_sided_color+clip_planes=0x3"; empty where nothing is set.
[[nodiscard]] std::string to_string(const ShaderState& state);

struct StateText {
    ShaderState state;
    std::vector<std::string> errors; // everything wrong with the text; empty when it is well formed
};

// Reads such a text; numbers are decimal or 0x numbers.
[[nodiscard]] StateText parse_state(std::string_view text);

} // namespace jacquard::nir

JACQUARD_END_API
