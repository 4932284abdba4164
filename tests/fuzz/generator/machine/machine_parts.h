#pragma once

#include "generator/machine/machine_memory.h"
#include "generator/machine/machine_vertices.h"
#include "generator/random_shader.h"
#include "generator/values.h"

#include <optional>
#include <string_view>
#include <vector>

namespace jacquard::nir {

// Random shaders for a backend have these instead of Interface and Memory: inputs, outputs and
// constants at known locations, memory, and the operations of a menu.
class MachineParts {
  public:
    // Declares what the shader has.
    MachineParts(Choices& choices, Shader& shader, const MachineMenu& menu, bool has_memory);

    // At the start of the entry.
    void begin(Values& values);
    // One of its statements; `is_together` where all lanes are at this place.
    void statement(Values& values, bool is_together);
    // Outputs take what was computed last.
    void finish(Values& values);

  private:
    [[nodiscard]] SsaDef* weights(Values& values);
    void load_input(Values& values);
    void load_constant(Values& values);
    void load_system_value(Values& values);
    void store_output(Values& values, unsigned slot);
    void kill(Values& values);
    void derivative(Values& values);
    void grow_pattern(Values& values);

    const MachineMenu& menu_;
    Stage stage_;
    std::optional<MachineMemory> memory_;
    std::optional<MachineVertices> vertices_; // of a stage between vertices and rasteriser
    unsigned num_inputs_;
    unsigned num_outputs_;
    unsigned num_constants_;
    SsaDef* barycentric_ = nullptr;
    bool have_left_ = false; // lanes may have been killed
};

// The tree of operations that a pattern stands for, with values for its names. `bit_size` is the
// width of the operands that have none of their own. Null when the pattern cannot be read.
SsaDef* build_pattern(Values& values, std::string_view pattern, unsigned bit_size);

} // namespace jacquard::nir
