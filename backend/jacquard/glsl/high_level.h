#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// GLSL and HLSL, which glslang makes SPIR-V of.
namespace jacquard::driver {

inline constexpr std::string_view kOpenGl = "opengl"; // a target

// A shader in a high-level language.
struct HighLevelShader {
    std::string name; // of its file, as messages have it
    std::string_view text;
    std::string stage; // vert, tesc, tese, geom, frag, comp
    bool hlsl = false;
    std::string entry = "main";
    std::string target = "vulkan1.1";         // vulkan1.0 ... vulkan1.3, or opengl
    std::vector<std::string> defines;         // NAME or NAME=VALUE
    std::vector<std::string> include_folders; // looked through in this order
    // Locations of inputs and outputs in another stage of the same program, by their names.
    std::map<std::string, std::uint32_t, std::less<>> linked;
};

// What a compiler of such a shader says of it.
struct HighLevelMessage {
    bool is_error = true;
    std::string file; // empty: of the shader as a whole
    std::uint32_t line = 0;
    std::string text;
};

// What a compiler of such a shader was ended for.
enum class HighLevelStop : std::uint8_t {
    nothing,
    memory, // it asked for more than it may have
    time,   // it took longer than it may
    crash,
};

struct HighLevelResult {
    std::string module; // SPIR-V as bytes, with debug lines; empty after an error
    std::vector<HighLevelMessage> messages;
    HighLevelStop stop = HighLevelStop::nothing;
};

// A compiler: glslang as a library, or as a program.
class HighLevelCompiler {
  public:
    virtual ~HighLevelCompiler() = default;
    // Safe to call from many threads at once.
    [[nodiscard]] virtual HighLevelResult compile(const HighLevelShader& shader) const = 0;
    // What tells builds of it apart; empty for a program, of which nothing is known, and which may
    // not be there.
    [[nodiscard]] virtual std::string identity() const { return {}; }
};

// The program glslangValidator, wherever PATH has it.
[[nodiscard]] const HighLevelCompiler& glslang_program();

// Whether a file is in a high-level language: its text begins, behind comments and blanks, with
// `#version`, or its name ends as such files' names do.
[[nodiscard]] bool is_high_level(std::string_view name, std::string_view content);

// The stage that a name ends in (water.frag, water.frag.glsl, water.vert.hlsl) or empty.
[[nodiscard]] std::string_view stage_of_name(std::string_view name);

// The word that glslang has for a stage, of that word or of one of NIR's (fragment); empty for
// others.
[[nodiscard]] std::string_view high_level_stage(std::string_view word);

// The module, as bytes, that the compiler makes of the shader; empty after a fault. A fragment
// shader in the form of Shadertoy is completed first (draw/toy_shader.h), and GLSL is said as glslang
// takes it (dialect/modernise.h). Faults and warnings, at their places in the shader, go to
// `diagnostics`, which was made from the shader's text. So does what the compiler was ended for;
// `limits` are those that it ran under.
[[nodiscard]] std::string make_module(const HighLevelShader& shader,
                                      const HighLevelCompiler& compiler, Diagnostics& diagnostics,
                                      const Limits& limits = {});

// The messages in what glslang prints.
[[nodiscard]] std::vector<HighLevelMessage> read_glslang_log(std::string_view log);

} // namespace jacquard::driver
