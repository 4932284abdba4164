#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <span>
#include <string_view>

namespace jacquard::driver {

extern const CommandSpec kCompileCommand;
extern const CommandSpec kDisassembleCommand;
extern const CommandSpec kAssembleCommand;
extern const CommandSpec kRunCommand;
extern const CommandSpec kDrawCommand;
extern const CommandSpec kBatchCommand;
extern const CommandSpec kMergeCommand;
extern const CommandSpec kFoldCommand;
extern const CommandSpec kOptimiseCommand;
extern const CommandSpec kExplainCommand;
extern const CommandSpec kIsaCommand;
extern const CommandSpec kCheckCommand;
extern const CommandSpec kCostCommand;
extern const CommandSpec kViewCommand;
extern const CommandSpec kReduceCommand;
extern const CommandSpec kLanguageServerCommand;
extern const CommandSpec kAssistantServerCommand;
extern const CommandSpec kDoctorCommand;
extern const CommandSpec kCompletionCommand;
extern const CommandSpec kManualCommand;

// In the order of the help.
[[nodiscard]] std::span<const CommandSpec* const> all_commands();

// The purpose of the tool in a sentence, and the meanings of its exit codes from 0 on.
inline constexpr std::string_view kToolDoc =
    "Compiles shaders to Adreno machine code, and runs and inspects them.";
inline constexpr std::array<std::string_view, 3> kExitCodeDocs = {
    "fine", "an error in the input, or a disagreement", "wrong usage"};

// The whole tool: `words` are its arguments without its own name. Returns the exit code.
int run_command(std::span<const std::string_view> words, const Streams& streams);

} // namespace jacquard::driver
