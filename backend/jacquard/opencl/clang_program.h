#pragma once

#include <jacquard/glsl/compiler/high_level_shader.h>

#include <string_view>
#include <vector>

namespace jacquard::driver {

// The programs clang and llvm-spirv of one version, wherever PATH has them.
[[nodiscard]] const HighLevelCompiler& clang_program();

// Returns the compiler for the language of a shader: that of kernels, or glslang, of which null
// means the program.
[[nodiscard]] const HighLevelCompiler& compiler_of(const HighLevelShader& shader,
                                                   const HighLevelCompiler* glslang);

// The messages in what clang prints about the file.
[[nodiscard]] std::vector<HighLevelMessage> read_clang_log(std::string_view log);

} // namespace jacquard::driver
