#include <jacquard/tool/worker/worker.h>

#include <algorithm>
#include <array>
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

namespace jacquard::driver {

namespace {

// Both directions carry texts behind their lengths.
using Length = std::uint32_t;

void append_text(std::string& out, std::string_view text) {
    const auto length = static_cast<Length>(text.size());
    std::array<char, sizeof length> bytes{};
    std::memcpy(bytes.data(), &length, sizeof length);
    out.append(bytes.data(), bytes.size()).append(text);
}

// The text at `start`, which moves behind it. Nothing when not all of it is there.
std::optional<std::string_view> take_text(std::string_view bytes, std::size_t& start) {
    Length length = 0;
    if (bytes.size() - start < sizeof length) {
        return std::nullopt;
    }
    std::memcpy(&length, bytes.data() + start, sizeof length);
    if (bytes.size() - start - sizeof length < length) {
        return std::nullopt;
    }
    const std::string_view text = bytes.substr(start + sizeof length, length);
    start += sizeof length + length;
    return text;
}

std::string pack_item(const BatchItem& item) {
    std::string fields;
    append_text(fields, item.name);
    append_text(fields, item.path);
    for (const std::string& define : item.defines) {
        append_text(fields, define);
    }
    std::string text;
    append_text(text, fields);
    return text;
}

BatchItem unpack_item(std::string_view fields) {
    std::size_t start = 0;
    BatchItem item;
    item.name = take_text(fields, start).value_or("");
    item.path = take_text(fields, start).value_or("");
    while (const std::optional<std::string_view> define = take_text(fields, start)) {
        item.defines.emplace_back(*define);
    }
    return item;
}

bool read_exactly(int descriptor, char* to, std::size_t size) {
    while (size != 0) {
        const ssize_t got = read(descriptor, to, size);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        to += std::max<ssize_t>(got, 0);
        size -= static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    }
    return true;
}

bool write_exactly(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = write(descriptor, text.data(), text.size());
        if (put < 0 && errno != EINTR) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(put, 0)));
    }
    return true;
}

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

// The life of the process. What other processes are told to do by signals of a terminal or a
// scheduler is for the process that gave the work to decide.
[[noreturn]] void work_on(int socket, const WorkFunction& work, std::uint64_t memory,
                          pid_t parent) {
    setpgid(0, 0); // with what it starts it is killed as one
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) {
        _exit(0);
    }
    bound_memory(memory);
    Length length = 0;
    std::string request;
    while (read_exactly(socket, reinterpret_cast<char*>(&length), sizeof length)) {
        request.resize(length);
        if (!read_exactly(socket, request.data(), length)) {
            break;
        }
        std::string answer;
        append_text(answer, work(unpack_item(request)));
        if (!write_exactly(socket, answer)) {
            break;
        }
    }
    _exit(0);
}

} // namespace

bool bounds_worker_memory() {
#ifdef JACQUARD_IS_SANITIZED
    return false;
#else
    return true;
#endif
}

bool Worker::start(const WorkFunction& work, std::uint64_t memory, const std::vector<int>& others) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) {
        return false;
    }
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        for (const int other : others) {
            close(other);
        }
        work_on(ends[1], work, memory, parent);
    }
    const int fault = errno;
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        errno = fault;
        return false;
    }
    setpgid(child, child); // both processes call it, since either may come first
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    process_ = child;
    socket_ = ends[0];
    return true;
}

int Worker::end() {
    int status = 0;
    if (is_running()) {
        kill(-process_, SIGKILL);
        while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        close(socket_);
    }
    process_ = 0;
    socket_ = -1;
    outgoing_.clear();
    sent_ = 0;
    incoming_.clear();
    tickets_.clear();
    return status;
}

void Worker::give(WorkTicket& ticket) {
    if (tickets_.empty()) {
        began_ = Clock::now();
    }
    tickets_.push_back(&ticket);
    outgoing_.erase(0, sent_);
    sent_ = 0;
    outgoing_ += pack_item(ticket.item);
}

bool Worker::send() {
    while (wants_to_send()) {
        const ssize_t put =
            ::send(socket_, outgoing_.data() + sent_, outgoing_.size() - sent_, MSG_NOSIGNAL);
        if (put < 0 && errno != EINTR) {
            return errno == EAGAIN;
        }
        sent_ += static_cast<std::size_t>(std::max<ssize_t>(put, 0));
    }
    return true;
}

bool Worker::receive() {
    std::array<char, 1 << 14> piece;
    for (;;) {
        const ssize_t got = recv(socket_, piece.data(), piece.size(), 0);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
            return false;
        }
        if (got < 0 && errno == EAGAIN) {
            return true;
        }
        incoming_.append(piece.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        std::size_t start = 0;
        while (!tickets_.empty()) {
            const std::optional<std::string_view> answer = take_text(incoming_, start);
            if (!answer) {
                break;
            }
            tickets_.front()->result = std::string(*answer);
            tickets_.pop_front();
            began_ = Clock::now();
        }
        incoming_.erase(0, start);
    }
}

} // namespace jacquard::driver
