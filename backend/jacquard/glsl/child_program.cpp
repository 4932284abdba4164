#include <jacquard/glsl/child_program.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern "C" char** environ;

namespace jacquard::driver {

namespace {

using Clock = std::chrono::steady_clock;

// A program with a limit is polled after naps between these two lengths.
constexpr std::chrono::milliseconds kShortestNap(1);
constexpr std::chrono::milliseconds kLongestNap(20);

// The program leads a group of its own, and signals mean to it what they mean by default.
int start(std::vector<std::string>& words, const ChildOptions& options, pid_t& child) {
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, options.output.c_str(),
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

ScratchFolder::ScratchFolder() {
    std::error_code fault;
    std::string pattern =
        (std::filesystem::temp_directory_path(fault) / "jacquard-XXXXXX").string();
    if (!fault && mkdtemp(pattern.data()) != nullptr) {
        path_ = pattern;
    }
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) {
        std::filesystem::remove_all(path_, ignored);
    }
}

std::string ScratchFolder::file(std::string_view name) const {
    return path_ + '/' + std::string(name);
}

bool write_file(const std::string& path, std::string_view content) {
    std::ofstream file(path, std::ios::binary);
    file << content;
    file.close();
    return !file.fail();
}

ChildResult run_child(std::vector<std::string> words, const ChildOptions& options) {
    ChildResult result;
    pid_t child = 0;
    result.fault = start(words, options, child);
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

} // namespace jacquard::driver
