#pragma once

#include <jacquard/nir/ir/variable.h>

namespace jacquard::nir {

// Shaders with more slots do not list them; a hostile text could ask for any number.
inline constexpr std::uint32_t kMaxListedSlots = 4096;

// Returns the type of an input or output for one vertex.
[[nodiscard]] inline const Type* io_type(const Variable& variable) {
    return variable.per_vertex && variable.type->is_array_type() ? variable.type->element
                                                                 : variable.type;
}

// Slots of four components that an input, output or uniform takes.
[[nodiscard]] inline std::uint32_t io_slots(const Variable& variable) {
    const Type& type = *io_type(variable);
    if (variable.compact && type.is_array_type()) {
        return (variable.component + type.length + 3) / 4;
    }
    return static_cast<std::uint32_t>(type.slots());
}

} // namespace jacquard::nir
