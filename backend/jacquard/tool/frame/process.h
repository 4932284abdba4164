#pragma once

#include <jacquard/tool/frame/streams.h>

#include <span>
#include <string_view>

namespace jacquard::driver {

// Runs the program of a main() on the streams of the process. Returns the exit code.
int run_process(int argc, char* argv[], std::string_view program,
                int (*run)(std::span<const std::string_view> words, const Streams& streams));

} // namespace jacquard::driver
