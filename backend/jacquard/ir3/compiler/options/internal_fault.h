#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <string>
#include <string_view>

namespace jacquard::ir3 {

// Says that the compiler is wrong, not the shader.
inline void internal_fault(std::string_view code, const std::string& what,
                           Diagnostics& diagnostics) {
    diagnostics.error(code, {}, "internal fault of the compiler, not of the shader: " + what);
}

} // namespace jacquard::ir3
