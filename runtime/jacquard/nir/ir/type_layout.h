#pragma once

#include <jacquard/nir/ir/type.h>

namespace jacquard::nir {

// Bytes that a value of the type takes. An array without a length counts as empty; textures,
// samplers and images take none. Explicit strides and offsets win over the layout's own.
[[nodiscard]] inline SizeAndAlign size_and_align(const Type* type, Layout layout) {
    return type->layouts[static_cast<std::size_t>(layout)];
}
// Bytes from one element of an array, column of a matrix or component of a vector to the next.
[[nodiscard]] std::uint64_t element_stride(const Type* type, Layout layout);
// Bytes from the start of a structure to a member. Time is the number of members before it.
[[nodiscard]] std::uint64_t member_offset(const Type* structure, unsigned member, Layout layout);

// Fills Type::layouts from the parts' own.
void compute_layouts(Type& type);

} // namespace jacquard::nir
