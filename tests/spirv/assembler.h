#pragma once

#include <string>
#include <string_view>

namespace jacquard::spirv {

// Modules of version 1.3 for tests, from assembly. A fault in it ends the test, but ids need
// no definition.
[[nodiscard]] std::string assemble(std::string_view text);

// The beginning of a fragment shader: capabilities, an entry point `%main` with that interface, and
// types %void %bool %int %uint %float %v2 %v4 with constants %i0 … %i3 and %f0 … %f3.
[[nodiscard]] std::string fragment_module(std::string_view interface, std::string_view rest);

} // namespace jacquard::spirv
