#include <jacquard/platform/child_program.h>
#include <jacquard/platform/windows/started_process.h>

#include <cerrno>

namespace jacquard::platform {

namespace {

using Clock = std::chrono::steady_clock;

// How long the end of a program is waited for before the caller is asked again.
constexpr DWORD kNap = 20;

bool is_path(const std::string& program) {
    return program.find_first_of("/\\:") != std::string::npos;
}

Handle open_stream(const std::string& path, DWORD access, DWORD disposition) {
    return Handle(CreateFileW(wide_path(path).c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE,
                              nullptr, disposition, FILE_ATTRIBUTE_NORMAL, nullptr));
}

ChildEnd wait_for(HANDLE process, const ChildOptions& options) {
    const bool is_watched = options.limit || options.should_stop;
    const Clock::time_point start = Clock::now();
    while (WaitForSingleObject(process, is_watched ? kNap : INFINITE) == WAIT_TIMEOUT) {
        if (options.limit && Clock::now() >= start + *options.limit) {
            return ChildEnd::too_slow;
        }
        if (options.should_stop && options.should_stop()) {
            return ChildEnd::stopped;
        }
    }
    return ChildEnd::ran;
}

} // namespace

ChildResult run_child(std::vector<std::string> words, const ChildOptions& options) {
    ChildResult result;
    const std::optional<std::string> program =
        is_path(words[0]) ? std::optional(words[0]) : find_program(words[0]);
    if (!program) {
        result.fault = ENOENT;
        return result;
    }
    const Handle input = open_stream(null_file(), GENERIC_READ, OPEN_EXISTING);
    const Handle nothing = open_stream(null_file(), GENERIC_WRITE, OPEN_EXISTING);
    Handle output;
    if (!options.output.empty()) {
        output = open_stream(options.output, GENERIC_WRITE, CREATE_ALWAYS);
        if (!output.is_open()) {
            set_errno(GetLastError());
            result.fault = errno;
            return result;
        }
    }
    HANDLE printed = output.is_open() ? output.get() : nothing.get();
    StartedProcess started;
    if (!start_process(*program, line_of_words(words),
                       {input.get(), printed, options.errors_too ? printed : nothing.get()}, 0,
                       started)) {
        result.fault = errno;
        return result;
    }
    result.end = wait_for(started.process.get(), options);
    if (result.end != ChildEnd::ran) {
        TerminateJobObject(started.job.get(), 1);
        WaitForSingleObject(started.process.get(), INFINITE);
        return result;
    }
    DWORD code = 0;
    GetExitCodeProcess(started.process.get(), &code);
    result.code = static_cast<int>(code);
    return result;
}

} // namespace jacquard::platform
