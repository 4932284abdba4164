#include <jacquard/platform/posix/event_state.h>
#include <jacquard/platform/worker_process.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define JACQUARD_IS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define JACQUARD_IS_SANITIZED
#endif
#endif

namespace jacquard::platform {

struct WorkerProcess::State {
    pid_t process = 0;
};

namespace {

class SocketEnd final : public WorkerEnd {
  public:
    explicit SocketEnd(int socket) : socket_(socket) {}

    bool read(char* to, std::size_t size) override {
        while (size != 0) {
            const ssize_t got = ::read(socket_, to, size);
            if (got == 0 || (got < 0 && errno != EINTR)) {
                return false;
            }
            to += std::max<ssize_t>(got, 0);
            size -= static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        }
        return true;
    }

    bool write(std::string_view bytes) override {
        while (!bytes.empty()) {
            const ssize_t put = ::write(socket_, bytes.data(), bytes.size());
            if (put < 0 && errno != EINTR) {
                return false;
            }
            bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(put, 0)));
        }
        return true;
    }

  private:
    int socket_;
};

// With less than this a process cannot even say that it has too little.
constexpr std::uint64_t kLeastMemory = std::uint64_t{64} << 20;

void bound_memory(std::uint64_t memory) {
    unsigned long long pages = 0;
    if (FILE* sizes = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(sizes, "%llu", &pages) != 1) {
            pages = 0;
        }
        std::fclose(sizes);
    }
    const std::uint64_t now = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    rlimit limit{};
    if (bounds_worker_memory() && memory != 0 && pages != 0 &&
        memory < RLIM_INFINITY - now - kLeastMemory && getrlimit(RLIMIT_AS, &limit) == 0) {
        limit.rlim_cur = std::min<rlim_t>(now + memory + kLeastMemory, limit.rlim_max);
        setrlimit(RLIMIT_AS, &limit);
    }
}

[[noreturn]] void live_as_worker(int socket, const WorkerStart& start, pid_t parent) {
    setpgid(0, 0);
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) {
        _exit(0);
    }
    bound_memory(start.memory);
    SocketEnd end(socket);
    start.serve(end);
    _exit(0);
}

ProcessEnd end_of(int status) {
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        return {"its process was ended by signal " + std::to_string(number) + " (" +
                    strsignal(number) + ')',
                number == SIGKILL};
    }
    return {"its process ended with exit code " + std::to_string(WEXITSTATUS(status)), false};
}

} // namespace

bool workers_are_copies() {
    return true;
}

WorkerProcess::WorkerProcess() = default;
WorkerProcess::~WorkerProcess() {
    end();
}

bool WorkerProcess::start(const WorkerStart& start) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) {
        return false;
    }
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0) {
        ::close(ends[0]);
        for (const Channel* other : start.others) {
            ::close(other->state().socket);
        }
        live_as_worker(ends[1], start, parent);
    }
    const int fault = errno;
    ::close(ends[1]);
    if (child < 0) {
        ::close(ends[0]);
        errno = fault;
        return false;
    }
    setpgid(child, child); // both processes call it, since either may come first
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    state_ = std::make_unique<State>(State{child});
    channel_ = Channel(std::make_unique<Channel::State>(Channel::State{ends[0]}));
    return true;
}

ProcessEnd WorkerProcess::end() {
    int status = 0;
    if (is_running()) {
        kill(-state_->process, SIGKILL);
        while (waitpid(state_->process, &status, 0) < 0 && errno == EINTR) {
        }
    }
    state_.reset();
    channel_ = Channel();
    return end_of(status);
}

bool bounds_worker_memory() {
#ifdef JACQUARD_IS_SANITIZED
    return false;
#else
    return true;
#endif
}

std::vector<std::string> program_words(int argc, char* argv[]) {
    return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

WorkerEnd* own_worker_end() {
    return nullptr;
}

} // namespace jacquard::platform
