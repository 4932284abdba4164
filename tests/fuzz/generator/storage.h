#pragma once

#include <jacquard/nir/build/builder.h>

#include "values.h"

#include <vector>

namespace jacquard::nir {

// A variable that statements may read, and perhaps write.
struct KnownVariable {
    Variable* variable = nullptr;
    bool is_writable = true;
};

// A type that variables of the shader itself can have: numbers and truths of all widths, arrays of
// a power of two, matrices and structures, within each other.
[[nodiscard]] const Type* random_type(Choices& choices, Shader& shader, unsigned depth);
// Bits for every scalar of the type, which stand in the arena of the shader.
[[nodiscard]] std::span<const ConstantValue> random_initializer(Values& values, Shader& shader,
                                                                const Type* type);

// Steps from a dereference to a vector or scalar in it, sometimes to a component.
[[nodiscard]] DerefInstruction* random_leaf(Values& values, DerefInstruction* deref);
[[nodiscard]] ValueClass leaf_class(const DerefInstruction& leaf);

// Globals of the shader, which begin with something.
void add_globals(Values& values, Shader& shader, std::vector<KnownVariable>& globals);

// Registers and variables of one function.
class Storage {
  public:
    Storage(Values& values, Function& function, const std::vector<KnownVariable>& globals,
            bool has_variables);

    void use_register();
    void copy_in_parallel();
    // Loads, stores and copies by dereference or by name; sometimes of what `parameter` points at.
    void use_variable();
    void add_reference(DerefInstruction* reference) { references_.push_back(reference); }

  private:
    struct RegisterOf {
        SsaDef* value;
        unsigned components;
        ValueClass kind;
        bool is_array;
    };

    void declare_registers();
    void declare_locals(Function& function);
    void fill(Variable* variable);
    void copy_variable(Variable* from);
    DerefInstruction* start();

    Values& values_;
    Builder& b_;
    Choices& choices_;
    std::vector<RegisterOf> registers_;
    std::vector<KnownVariable> variables_; // the globals first
    std::vector<DerefInstruction*> references_;
};

} // namespace jacquard::nir
