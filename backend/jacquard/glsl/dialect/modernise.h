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
    // The shader's names of the variables and functions that were renamed for glslang, by the new
    // names.
    std::map<std::string, std::string, std::less<>> renamed;
    // These texts are told instead of glslang's message, by the names that took the place of those
    // that cannot be had.
    std::map<std::string, std::string, std::less<>> refused;
    // Variables of HLSL outside of functions that are textures with a sampler.
    std::set<std::string, std::less<>> combined;
    // Inputs and outputs that the shader itself gives a location.
    std::set<std::string, std::less<>> located;
    // The shader has macros that give locations, so that `located` may lack some.
    bool may_hide_locations = false;
};

// Rewrites a shader of any version of GLSL to a version that glslang compiles to SPIR-V. There is
// no result after a fault, which `diagnostics` then has. The steps are:
//   1. the files that it includes are read (include_files.h);
//   2. its version is looked up, and the version that glslang is given instead;
//   3. extensions that glslang does not know are removed, renamed or refused;
//   4. words are found that the shader declares itself, though later versions reserve them;
//   5. old names are replaced, and those that no longer exist are declared behind the version;
//   6. `#line` directives are adjusted if the version counts lines differently.
// Lines stay where they are; all branches of an #if are rewritten, and bodies of macros too. A
// shader that needs no change keeps its text byte for byte.
[[nodiscard]] std::optional<ModernShader>
modernise(const HighLevelShader& shader, Diagnostics& diagnostics, const Limits& limits = {});

} // namespace jacquard::driver::glsl
