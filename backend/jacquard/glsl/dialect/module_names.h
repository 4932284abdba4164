#pragma once

#include <jacquard/glsl/dialect/modernise.h>

#include <string>
#include <string_view>

namespace jacquard::driver::glsl {

// Restores the shader's names of variables, members and functions, and the text of its source.
void restore_names(std::string& module, const ModernShader& modern);

// Replaces a text that the module has as the name of a file.
void rename_file(std::string& module, std::string_view from, std::string_view to);

} // namespace jacquard::driver::glsl
