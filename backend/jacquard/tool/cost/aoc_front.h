#pragma once

#include <jacquard/tool/frame/streams.h>

#include <span>
#include <string_view>

namespace jacquard::driver {

// Its help: how it is called, what it does, and its options.
[[nodiscard]] std::string_view aoc_help();

// The program jacquard-aoc: the options of Qualcomm's offline compiler, and its output. `words` are
// the arguments without the program's name. What is wrong with a shader goes to the standard
// output, where those who start that compiler look for it; the exit code is that of `jacquard`.
int run_aoc(std::span<const std::string_view> words, const Streams& streams);

} // namespace jacquard::driver
