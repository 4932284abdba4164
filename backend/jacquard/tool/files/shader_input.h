#pragma once

#include <jacquard/generated/errors/statuses.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <optional>
#include <string>

// Shaders as commands take them: in any language.
namespace jacquard::driver {

inline constexpr OptionSpec kDefineOption =
    OptionSpec{"-D", "NAME[=VALUE]", "define a macro of GLSL, HLSL or OpenCL C; may be repeated",
               true}
        .repeated();
inline constexpr OptionSpec kIncludeOption =
    OptionSpec{"-I", "DIR",
               "also look for files that GLSL, HLSL or OpenCL C includes there; may be repeated",
               true}
        .repeated();
inline constexpr std::array<std::string_view, 5> kTargetNames = {
    "vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3", "opengl"};
inline constexpr OptionSpec kTargetOption = {
    "--target-env",
    "ENV",
    "the environment that GLSL and HLSL are compiled for: "
    "vulkan1.0 ... vulkan1.3, opengl (default: vulkan1.1, or "
    "vulkan1.3 where the shader needs it)",
    true,
    words_of<kTargetNames>,
    false,
    true};
inline constexpr OptionSpec kOpenClOption =
    OptionSpec{"-cl-", "OPTION", "an option of OpenCL C, as -cl-fast-relaxed-math; may be repeated",
               true}
        .repeated();
inline constexpr std::array<OptionSpec, 4> kLanguageOptions = {kDefineOption, kIncludeOption,
                                                               kTargetOption, kOpenClOption};

// The stage that the option names, nothing where it is not given. False where there is no such
// stage, which was said.
[[nodiscard]] bool read_stage(const Arguments& arguments, std::string_view option,
                              const Streams& streams, std::optional<nir::Stage>& stage);

// Tells why a file became no module.
struct ModuleFault {
    CompileStatus status = CompileStatus::compiled;
    std::string reason;
};

// Returns the shader in a high-level language that the options above, --stage and --entry describe;
// its name and text are those of the file.
[[nodiscard]] HighLevelShader high_level_shader(const InputFile& file, const Arguments& arguments);

// Makes a module of SPIR-V assembly. False after a fault, which was written to the error stream.
[[nodiscard]] bool assemble_module(InputFile& file, const Streams& streams, const Limits& limits,
                                   ModuleFault* fault = nullptr);

using VaryingLocations = decltype(HighLevelShader::linked);

// Makes SPIR-V of the file's content where it is in a high-level language or SPIR-V assembly. False
// after a fault, which was written to the error stream; `fault`, unless null, then says it, too.
// `linked`, unless null, has the locations at which the next stage reads what this one writes.
[[nodiscard]] bool to_module(InputFile& file, const Arguments& arguments, const Streams& streams,
                             const Limits& limits, ModuleFault* fault = nullptr,
                             const VaryingLocations* linked = nullptr);

// The same for what is known to be in such a language. The text of the shader may be another than
// the file's, which messages show.
[[nodiscard]] bool replace_by_module(InputFile& file, const HighLevelShader& shader,
                                     const Streams& streams, const Limits& limits,
                                     ModuleFault* fault = nullptr);

// Returns the text whose lines messages about the file show; empty if there is none to show.
[[nodiscard]] std::string_view shown_text(const InputFile& file);

// The first operand, read as read_input() does and through to_module(). Nothing after a fault;
// `code` then is the exit code.
[[nodiscard]] std::optional<InputFile>
read_shader(const Arguments& arguments, const Streams& streams, const Limits& limits, int& code);

} // namespace jacquard::driver
