#pragma once

#include <jacquard/glsl/compiler/high_level_shader.h>
#include <jacquard/glsl/dialect/pieces.h>
#include <jacquard/support/text/limits.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::glsl {

// A shader as glslang takes it.
struct ModernShader {
    Pieces pieces;
    // False: the text is the shader's own, of which the pieces are those.
    bool is_rewritten = false;
    std::string text;                 // what glslang reads
    std::vector<std::string> defines; // of the shader, in its words
    // Names that glslang knows otherwise: the shader's by glslang's.
    std::map<std::string, std::string, std::less<>> renamed;
    // Inputs and outputs that the shader itself gives a location.
    std::set<std::string, std::less<>> located;
    // The shader has macros that give locations, so that `located` may lack some.
    bool may_hide_locations = false;
};

// What a shader of any version of GLSL says, said as glslang takes it for SPIR-V; nothing after a
// fault, which `diagnostics` then has. In order:
//   1. files that it includes are read (include_files.h);
//   2. its version is looked up, and with it what glslang is given instead;
//   3. extensions that glslang does not know are left out, renamed or refused;
//   4. words are found that the shader has as names of its own, though later versions need them;
//   5. old names are replaced, and what no longer exists is declared behind the version;
//   6. `#line` directives are moved where the version counts otherwise.
// Lines stay where they are, branches of an #if are all rewritten, and bodies of macros too. Where
// nothing is to be done, the text stays what it is, byte for byte.
[[nodiscard]] std::optional<ModernShader>
modernise(const HighLevelShader& shader, Diagnostics& diagnostics, const Limits& limits = {});

} // namespace jacquard::driver::glsl
