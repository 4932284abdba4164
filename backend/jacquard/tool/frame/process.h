#pragma once

#include <jacquard/tool/frame/streams.h>

#include <span>
#include <string_view>

namespace jacquard::driver {

// Runs the program of a main() on the streams of the process. Returns the exit code.
int run_process(int argc, char* argv[], std::string_view program,
                int (*run)(std::span<const std::string_view> words, const Streams& streams));

// Answers for the compiler in a process that a BoundedCompiler started and that is no copy of its
// own; it is defined with that class. False when the words are not those of such a process, or of
// another compiler.
[[nodiscard]] bool serve_compiler(std::span<const std::string_view> words,
                                  const HighLevelCompiler* compiler);

} // namespace jacquard::driver
