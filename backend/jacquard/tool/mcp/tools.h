#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::mcp {

// The members of a call's arguments that are no options.
namespace member {
inline constexpr std::string_view kShader = "shader";
inline constexpr std::string_view kName = "name";
inline constexpr std::string_view kLanguage = "language";
inline constexpr std::string_view kText = "text";
inline constexpr std::string_view kFile = "file";
inline constexpr std::string_view kNames = "names";
inline constexpr std::string_view kPart = "part";
} // namespace member

// The languages that a text may be said to be in, by the endings of such files' names.
inline constexpr std::array<std::string_view, 6> kLanguageNames = {"glsl", "hlsl", "spvasm",
                                                                   "tgsi", "nir",  "ir3"};

// The kinds of input that commands work on.
enum class ToolInput : std::uint8_t {
    nothing,
    shader, // the text of a shader, or a file of the folder
    text,   // any text, or a file of the folder
    names,  // operands
    search, // a part of a name: no command
};

// A command as assistants may call it.
struct Tool {
    std::string_view name;
    std::string_view title;
    const CommandSpec* command = nullptr;
    ToolInput input = ToolInput::nothing;
    // The options of the command that an assistant may give: none of them names a file.
    std::vector<OptionSpec> options = {};
    std::vector<std::string_view> always = {}; // words that its command line always has
};

[[nodiscard]] std::span<const Tool> all_tools();
// Null where there is none.
[[nodiscard]] const Tool* find_tool(std::string_view name);

// Options of a tool's command that assistants cannot give: they name files, or lift limits, or are
// about many files at once.
[[nodiscard]] std::vector<std::string_view> left_out(const Tool& tool);

// The result of tools/list. Tools say that they read files only where there is a folder.
[[nodiscard]] std::string tool_list(bool has_folder);

} // namespace jacquard::driver::mcp
