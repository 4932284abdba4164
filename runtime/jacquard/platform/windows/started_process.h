#pragma once

#include <jacquard/platform/windows/wide.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jacquard::platform {

// The line that a program of C's runtime takes apart into these words again.
[[nodiscard]] std::wstring line_of_words(std::span<const std::string> words);

struct StartedProcess {
    Handle process;
    Handle job; // it ends with all processes in it when this is closed
};

struct ProcessStreams {
    HANDLE input = nullptr;
    HANDLE output = nullptr;
    HANDLE errors = nullptr;
};

// Starts a program that keeps these streams and no other handles of ours, in a job of its own,
// without a console. `memory` bounds what its processes may take, 0: nothing does. False after a
// fault, which errno tells.
[[nodiscard]] bool start_process(const std::string& program, std::wstring line,
                                 const ProcessStreams& streams, std::uint64_t memory,
                                 StartedProcess& started);

} // namespace jacquard::platform
