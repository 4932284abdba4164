#pragma once

#include <jacquard/nir/ir/shader.h>

#include "choices.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace jacquard::nir {

// The purpose of a random shader.
enum class RandomShaderKind : std::uint8_t {
    anything,
    // A straight line of few floats that go into outputs as they are, for passes that approximate:
    // nothing depends on their last bits.
    smooth,
    // The same with texture operations.
    textures,
    // A shader that a backend supports.
    machine,
};

// An opcode with the width of those of its operands that have none of their own.
struct Operation {
    Opcode opcode{};
    std::uint8_t bit_size = 0; // 0: all have one
};

// The features of a machine: shaders with slots for inputs and outputs, and these operations: of
// all stages but work groups without memory but constants; of vertices, fragments and work groups
// with all of it.
struct MachineMenu {
    std::vector<Operation> operations;
    // Trees of operations as the tables of rules write them: "(iadd a (ineg b))".
    std::vector<std::string> patterns;
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
    const MachineMenu* machine = nullptr; // of RandomShaderKind::machine
};

// A valid shader that the choices make. It ends, touches no memory that there is not, and reads
// nothing undefined, so that two runs of it give the same.
[[nodiscard]] std::unique_ptr<Shader> random_shader(Choices& choices,
                                                    const RandomShaderOptions& options = {});

} // namespace jacquard::nir
