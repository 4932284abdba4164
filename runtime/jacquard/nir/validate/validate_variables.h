#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::nir {

struct DeclarationFault {
    std::string message;
    const void* subject; // the type, variable or function
};

// Returns the faults of the types, variables and functions' parameters of a shader.
[[nodiscard]] std::vector<DeclarationFault> declaration_faults(const Shader& shader);

// Adds the fault of an alignment that is none: the address is `offset` modulo the power of two
// `mul`, of which nothing is known where both are 0.
void check_alignment(std::uint64_t mul, std::uint64_t offset, std::vector<std::string>& faults);

// Finds faults of a dereference, beside those that any instruction may have.
void check_deref(const Shader& shader, const DerefInstruction& deref,
                 std::vector<std::string>& faults);
// The same of an intrinsic that names variables or reads dereferences.
void check_variable_access(const Shader& shader, const IntrinsicInstruction& intrinsic,
                           std::vector<std::string>& faults);

} // namespace jacquard::nir
