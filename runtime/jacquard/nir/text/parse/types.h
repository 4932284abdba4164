#pragma once

#include <jacquard/nir/text/parse/concern.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir {

class Places;

// Parses types and the declarations of structures. Types are null on a fault.
class Types : Concern {
  public:
    Types(Tokens& tokens, Parts& parts, Shader& shader, Places& places)
        : Concern(tokens, parts, shader), places_(places) {}

    const Type* type();
    // struct "name" {member: type @offset, …}
    void structure_line();

  private:
    const Type* type_without_arrays();
    const Type* structure_by_name();
    const Type* vector_or_matrix();
    bool explicit_stride(std::uint32_t& stride);
    bool members(std::vector<StructMember>& members);

    Places& places_;
};

} // namespace jacquard::nir
