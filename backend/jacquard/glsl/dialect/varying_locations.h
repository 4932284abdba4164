#pragma once

#include <jacquard/glsl/dialect/modernise.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace jacquard::driver::glsl {

// Assigns locations to the variables between a vertex stage, or one behind it, and a fragment
// stage, if the shader does not state them: those of `linked` by name, and to the others free
// locations in the order of their names. Two shaders with the same names so agree, though they are
// compiled apart.
void locate_by_name(std::string& module, const ModernShader& modern,
                    const std::map<std::string, std::uint32_t, std::less<>>& linked);

// Returns the locations of a module's inputs (or outputs) that have names.
[[nodiscard]] std::map<std::string, std::uint32_t, std::less<>>
locations_of(std::string_view module, bool of_inputs);

} // namespace jacquard::driver::glsl
