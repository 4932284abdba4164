#pragma once

#include <jacquard/glsl/compiler/high_level_shader.h>
#include <jacquard/glsl/dialect/pieces.h>

// Files that a shader includes, as shaderc and glslc look for them: "file" beside the file that
// asks and then in the folders of -I, in their order; <file> in those folders alone.
namespace jacquard::driver::glsl {

// The pieces of a shader with those of the files that it includes in place of the directives. Which
// branches of an #if are taken is left to glslang: what must not happen, as a file that is not
// there, becomes an #error, which counts only where it is reached. `budget` bounds the bytes of all
// texts.
//
// The shader must outlive the pieces.
[[nodiscard]] Pieces read_pieces(const HighLevelShader& shader, std::uint64_t budget);

// Begins the text of an #error that stands in place of an #include; the number of its fault
// follows.
inline constexpr std::string_view kIncludeFault = "jacquard_include ";

} // namespace jacquard::driver::glsl
