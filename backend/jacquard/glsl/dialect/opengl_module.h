#pragma once

#include <string>
#include <string_view>

// The differences between modules for OpenGL and for Vulkan.
namespace jacquard::driver::glsl {

// Returns whether a module has uniforms outside of blocks, which only OpenGL allows.
[[nodiscard]] bool has_plain_uniforms(std::string_view module);

// Changes a module for Vulkan to follow the rules of OpenGL: the origin of pixels is the lower left
// corner, and vertices and instances are counted as OpenGL counts them.
void follow_opengl(std::string& module);

} // namespace jacquard::driver::glsl
