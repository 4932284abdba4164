#pragma once

#include "storage.h"

#include <vector>

namespace jacquard::nir {

inline constexpr unsigned kInputSlots = 4;
inline constexpr unsigned kOutputSlots = 8;

// Inputs, outputs and system values of a shader, each as slots or numbers that intrinsics access
// and as variables.
class Interface {
  public:
    // Declares variables, and slots in the lists of the shader.
    Interface(Choices& choices, Shader& shader, bool has_variables);

    void load_input(Values& values);
    void store_output(Values& values);
    void load_system_value(Values& values);
    // At the start of the entry.
    void begin(Values& values);
    // Outputs take what was computed last.
    void finish(Values& values);

  private:
    void declare(Choices& choices, Shader& shader, VariableMode mode);
    void declare_system_values(Shader& shader);
    void load_components(Values& values);
    void load_variable(Values& values);

    Stage stage_;
    std::vector<Variable*> inputs_;
    std::vector<Variable*> outputs_;
    std::vector<Variable*> system_values_;
};

} // namespace jacquard::nir
