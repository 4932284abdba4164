#include <jacquard/platform/child_program.h>
#include <jacquard/platform/paths.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern "C" char** environ;

namespace jacquard::platform {

namespace {

using Clock = std::chrono::steady_clock;

// A program with a limit is polled after naps between these two lengths.
constexpr std::chrono::milliseconds kShortestNap(1);
constexpr std::chrono::milliseconds kLongestNap(20);

// The program leads a group of its own, and signals mean to it what they mean by default.
int start_child(std::vector<std::string>& words, const ChildOptions& options, pid_t& child) {
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const std::string output = options.output.empty() ? null_file() : options.output;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (options.errors_too) {
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    } else {
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) {
        sigaddset(&defaults, signal);
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    const int fault =
        posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return fault;
}

// Waits for the child; ChildEnd::ran when it is through.
ChildEnd wait_for(pid_t child, std::optional<Clock::time_point> deadline,
                  const std::function<bool()>& should_stop, int& status) {
    const bool is_watched = deadline || should_stop;
    for (std::chrono::milliseconds nap = kShortestNap;; nap = std::min(nap * 2, kLongestNap)) {
        const pid_t ended = waitpid(child, &status, is_watched ? WNOHANG : 0);
        if (ended == child || (ended < 0 && errno != EINTR)) {
            return ChildEnd::ran;
        }
        if (deadline && Clock::now() >= *deadline) {
            return ChildEnd::too_slow;
        }
        if (should_stop && should_stop()) {
            return ChildEnd::stopped;
        }
        if (is_watched) {
            std::this_thread::sleep_for(nap);
        }
    }
}

} // namespace

ChildResult run_child(std::vector<std::string> words, const ChildOptions& options) {
    ChildResult result;
    pid_t child = 0;
    result.fault = start_child(words, options, child);
    if (result.fault != 0) {
        return result;
    }
    std::optional<Clock::time_point> deadline;
    if (options.limit) {
        deadline = Clock::now() + *options.limit;
    }
    int status = 0;
    result.end = wait_for(child, deadline, options.should_stop, status);
    if (result.end != ChildEnd::ran) {
        kill(-child, SIGKILL);
        (void)wait_for(child, std::nullopt, {}, status);
        return result;
    }
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return result;
}

} // namespace jacquard::platform
