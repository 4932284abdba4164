#pragma once

#include <jacquard/support/text/limits.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/options/engine.h>

#include <cstdint>
#include <optional>

namespace jacquard::driver {

inline constexpr std::size_t kMaxScripts = 1'000'000; // of one call

// Runs the operands where the first is a script. The exit code; nothing where it is none.
[[nodiscard]] std::optional<int> run_if_scripts(const Arguments& arguments, Engine engine,
                                                std::uint32_t gpu, const Limits& limits,
                                                const Streams& streams);

} // namespace jacquard::driver
