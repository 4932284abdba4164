#include <jacquard/driver/tool/batch/interruption.h>
#include <jacquard/driver/tool/process.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string_view>
#include <unistd.h>
#include <vector>

#ifdef JACQUARD_HAS_GLSLANG
#include "linked_glslang.h"
#endif

namespace jacquard::driver {

int run_process(int argc, char* argv[], std::string_view program,
                int (*run)(std::span<const std::string_view> words, const Streams& streams)) {
    // Whoever reads the answer may go; then writing fails like any other.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // as does a file that may not grow
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    const char* no_colour = std::getenv("NO_COLOR");
    const bool is_watched = isatty(STDERR_FILENO) == 1;
    const bool colour = (no_colour == nullptr || *no_colour == '\0') && is_watched;
    const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    errno = 0;
    Streams streams{std::cin, std::cout, std::cerr, colour};
    streams.err_is_terminal = is_watched;
#ifdef JACQUARD_HAS_GLSLANG
    streams.high_level = &linked_glslang();
#endif
    const int code = run(words, streams);
    std::cout.flush();
    if (!std::cout) {
        const int reason = errno;
        std::cerr << program << ": cannot write the answer"
                  << (reason != 0 ? std::string(": ") + std::strerror(reason) : std::string())
                  << '\n';
        return exit_usage;
    }
    // Who waits for the process sees that it was interrupted.
    if (const int number = interrupting_signal()) {
        std::cerr.flush();
        std::signal(number, SIG_DFL);
        std::raise(number);
    }
    return code;
}

} // namespace jacquard::driver
