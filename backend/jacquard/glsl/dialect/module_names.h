#pragma once

#include <jacquard/glsl/dialect/modernise.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

// What is changed in a module that glslang made: names that were replaced are put back, and inputs
// and outputs that the shader gives no location get one by their names.
namespace jacquard::driver::glsl {

// Puts back names of variables, members and functions, and the text of the source.
void restore_names(std::string& module, const ModernShader& modern);

// Replaces a text that the module has as the name of a file.
void rename_file(std::string& module, std::string_view from, std::string_view to);

// Gives locations to what goes from a vertex shader, or one behind it, to a fragment shader, where
// the shader does not say them: those of `linked`, by name, and to the others free ones in the
// order of their names. Two shaders that have the same names so meet, though compiled apart.
void locate_by_name(std::string& module, const ModernShader& modern,
                    const std::map<std::string, std::uint32_t, std::less<>>& linked);

// Whether a module has uniforms that are in no block, which only modules for OpenGL have.
[[nodiscard]] bool has_plain_uniforms(std::string_view module);

// Makes a module for Vulkan say what one for OpenGL does: where the origin of pixels is, and how
// vertices and instances are counted.
void say_as_for_opengl(std::string& module);

// The locations of a module's inputs (or outputs) that have names.
[[nodiscard]] std::map<std::string, std::uint32_t, std::less<>>
locations_of(std::string_view module, bool of_inputs);

} // namespace jacquard::driver::glsl
