#pragma once

#include <jacquard/driver/tool/command_line.h>

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

// The whole tool: `words` are its arguments without its own name. Returns the exit code.
int run_command(std::span<const std::string_view> words, const Streams& streams);

} // namespace jacquard::driver
