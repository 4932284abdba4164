#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The interface of compilers from GLSL, HLSL and OpenCL C to SPIR-V: a shader goes in, a result
// comes out.
namespace jacquard::driver {

inline constexpr std::string_view kOpenGl = "opengl"; // a target
inline constexpr std::string_view kNewestTarget = "vulkan1.3";

// A shader in a high-level language.
struct HighLevelShader {
    std::string name; // of its file, as messages have it
    std::string_view text;
    std::string stage; // vert, tesc, tese, geom, frag, comp
    bool hlsl = false;
    bool opencl = false;
    std::string entry = "main";
    std::string target = "vulkan1.1";         // vulkan1.0 ... vulkan1.3, or opengl
    bool may_raise_target = true;             // to the newest, where the shader needs a later one
    std::vector<std::string> defines;         // NAME or NAME=VALUE
    std::vector<std::string> include_folders; // looked through in this order
    std::vector<std::string> options;         // of OpenCL C, as clang has them
    // Locations of inputs and outputs in another stage of the same program, by their names.
    std::map<std::string, std::uint32_t, std::less<>> linked;
};

// A compiler reports an error or a warning of a shader in this form.
struct HighLevelMessage {
    bool is_error = true;
    std::string file; // empty: of the shader as a whole
    std::uint32_t line = 0;
    std::string text;
    std::uint32_t column = 1;
    std::string code = "G102";
};

// A compiler that exceeds a limit is terminated for one of these reasons.
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

// Returns the result of a compiler that could not begin with the shader, and why.
[[nodiscard]] inline HighLevelResult failed(std::string text, std::string code = "G102") {
    HighLevelMessage message;
    message.text = std::move(text);
    message.code = std::move(code);
    HighLevelResult result;
    result.messages.push_back(std::move(message));
    return result;
}

// A compiler: glslang as a library, or as a program, or clang.
class HighLevelCompiler {
  public:
    virtual ~HighLevelCompiler() = default;
    // Safe to call from many threads at once.
    [[nodiscard]] virtual HighLevelResult compile(const HighLevelShader& shader) const = 0;
    // The identity distinguishes builds of the compiler, so that caches can depend on it. It is
    // empty for an external program, whose build is unknown and which may be absent.
    [[nodiscard]] virtual std::string identity() const { return {}; }
};

} // namespace jacquard::driver
