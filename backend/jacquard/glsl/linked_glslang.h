#pragma once

#include <jacquard/glsl/high_level.h>

namespace jacquard::driver {

// glslang as the library that this program was linked with.
[[nodiscard]] const HighLevelCompiler& linked_glslang();

} // namespace jacquard::driver
