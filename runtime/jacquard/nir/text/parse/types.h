#pragma once

#include <jacquard/nir/text/parse/concern.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir {

// Parses types and the declarations of structures. Types are null on a fault.
class Types : Concern {
  public:
    Types(Tokens& tokens, Parts& parts, Shader& shader) : Concern(tokens, parts, shader) {}

    const Type* type();
    // struct "name" {member: type @offset, …}
    void structure_line();

  private:
    const Type* type_without_arrays();
    const Type* structure_by_name();
    const Type* vector_or_matrix();
    bool explicit_stride(std::uint32_t& stride);
    bool members(std::vector<StructMember>& members);
};

} // namespace jacquard::nir
