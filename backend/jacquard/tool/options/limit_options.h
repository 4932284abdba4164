#pragma once

#include <jacquard/support/text/limits.h>
#include <jacquard/tool/frame/command_line.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace jacquard::driver {

inline constexpr OptionSpec kInputBytesOption = {"--max-input-bytes", "N",
                                                 "bytes of an input; 64M by default", true};
inline constexpr OptionSpec kInstructionsOption = {
    "--max-instructions", "N", "instructions and declarations of a shader; 256K by default", true};
inline constexpr OptionSpec kNestingOption = {"--max-nesting", "N",
                                              "nested ifs and loops; 256 by default", true};
inline constexpr OptionSpec kRegistersOption = {
    "--max-registers", "N", "scalars of declared registers and arrays; 1M by default", true};
inline constexpr OptionSpec kMemoryOption = {
    "--max-memory", "N", "bytes of memory for one shader, case file or wave; 768M by default",
    true};
inline constexpr OptionSpec kStepsOption = {
    "--max-steps", "N", "instructions issued in a run; 1000000 by default", true};
inline constexpr OptionSpec kErrorsOption = {"--max-errors", "N",
                                             "errors reported for an input; 100 by default", true};

// The limits of commands that read shaders.
inline constexpr std::array<OptionSpec, 6> kShaderLimits = {kInputBytesOption, kInstructionsOption,
                                                            kNestingOption,    kRegistersOption,
                                                            kMemoryOption,     kErrorsOption};
// And of those that run them.
inline constexpr std::array<OptionSpec, 7> kRunLimits = {
    kInputBytesOption, kInstructionsOption, kNestingOption, kRegistersOption,
    kMemoryOption,     kStepsOption,        kErrorsOption};

// The options of a command, in the order in which its help shows them: its own, then those that it
// shares with others, its limits last.
template <std::size_t... Sizes>
[[nodiscard]] constexpr std::array<OptionSpec, (Sizes + ...)>
join_options(const std::array<OptionSpec, Sizes>&... groups) {
    std::array<OptionSpec, (Sizes + ...)> all{};
    auto to = all.begin();
    ((to = std::copy(groups.begin(), groups.end(), to)), ...);
    return all;
}

// A number, which may end in K, M or G, powers of 1024.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);

// The limits that the arguments set, the others as they are by default, as parse_size() reads
// them. Nothing when one is no number or out of range; that has been said.
[[nodiscard]] std::optional<Limits> limits_of(const Arguments& arguments, const Streams& streams);

} // namespace jacquard::driver
