#pragma once

#include <jacquard/nir/shader.h>

#include "choices.h"

#include <cstdint>
#include <memory>

namespace jacquard::nir {

// What a random shader is for.
enum class RandomShaderKind : std::uint8_t {
    anything,
    // A straight line of few floats that go into outputs as they are, for passes that approximate:
    // nothing depends on their last bits.
    smooth,
    // The same with texture operations.
    textures,
};

struct RandomShaderOptions {
    RandomShaderKind kind = RandomShaderKind::anything;
    unsigned size = 60;     // about how many instructions
    unsigned max_depth = 3; // ifs and loops within each other
    bool is_exact = true;   // floats may not be reordered or fused
    bool has_memory = true;
    bool has_variables = true;
    bool has_textures = true;
    bool has_subgroups = true;
    bool has_functions = true;
};

// A valid shader that the choices make. It ends, touches no memory that there is not, and reads
// nothing undefined, so that two runs of it give the same.
[[nodiscard]] std::unique_ptr<Shader> random_shader(Choices& choices,
                                                    const RandomShaderOptions& options = {});

} // namespace jacquard::nir
