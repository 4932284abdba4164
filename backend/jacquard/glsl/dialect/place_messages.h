#pragma once

#include <jacquard/glsl/dialect/modernise.h>

// Positions glslang's messages. glslang reports lines, which `#line` may have renumbered; compiling
// a text with one token a line a second time shows which token it meant.
namespace jacquard::driver::glsl {

// Reports what `result` says of a shader, at lines and columns of its text, in its words. `shader`
// is as it was compiled: with the text and the macros of `modern`.
//
// `lines_in_front` is how many lines the text has that its author did not write.
void report_messages(const HighLevelShader& shader, const ModernShader& modern,
                     const HighLevelCompiler& compiler, const HighLevelResult& result,
                     std::uint32_t lines_in_front, Diagnostics& diagnostics);

} // namespace jacquard::driver::glsl
