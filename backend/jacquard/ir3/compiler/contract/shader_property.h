#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <string_view>

namespace jacquard::ir3 {

// The first number of a property; `otherwise` where the shader does not have it.
[[nodiscard]] inline std::uint32_t property_of(const nir::Shader& shader, std::string_view name,
                                               std::uint32_t otherwise = 0) {
    const nir::ShaderProperty* property = shader.info.property(name);
    return property != nullptr && !property->values.empty() ? property->values[0] : otherwise;
}

} // namespace jacquard::ir3
