#include <jacquard/platform/file.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace jacquard::platform {

namespace {

constexpr mode_t kFileForAll = 0666; // less what the process masks

int flags_of(FileUse use) {
    switch (use) {
    case FileUse::read: return O_RDONLY | O_NONBLOCK;
    case FileUse::write_new: return O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    case FileUse::write_over: return O_WRONLY | O_CREAT | O_TRUNC;
    case FileUse::update: return O_RDWR | O_CREAT;
    }
    return O_RDONLY;
}

// Calls move(done) until it has moved `size` bytes. It may be interrupted by signals.
template <typename Move>
bool move_all(std::size_t size, Move move) {
    for (std::size_t done = 0; done < size;) {
        const ssize_t now = move(done);
        if (now < 0 && errno != EINTR) {
            return false;
        }
        done += static_cast<std::size_t>(std::max<ssize_t>(now, 0));
    }
    return true;
}

} // namespace

File::File(const std::string& path, FileUse use)
    : descriptor_(::open(path.c_str(), flags_of(use) | O_CLOEXEC, kFileForAll)) {}

bool File::close() {
    return !is_open() || ::close(std::exchange(descriptor_, -1)) == 0;
}

std::optional<FileFacts> File::facts() const {
    struct stat facts {};
    if (fstat(descriptor_, &facts) != 0) {
        return std::nullopt;
    }
    if (S_ISREG(facts.st_mode)) {
        return FileFacts{FileKind::plain, static_cast<std::uint64_t>(facts.st_size)};
    }
    return FileFacts{S_ISDIR(facts.st_mode)    ? FileKind::folder
                     : S_ISFIFO(facts.st_mode) ? FileKind::fifo
                                               : FileKind::other,
                     0};
}

bool File::wait_for_writer(std::string& first, int milliseconds) const {
    for (;; milliseconds = 0) {
        char byte = 0;
        const ssize_t got = ::read(descriptor_, &byte, 1);
        first.append(&byte, got == 1 ? 1 : 0);
        if (got == 1 || (got < 0 && errno == EAGAIN)) {
            return true;
        }
        pollfd request{descriptor_, POLLIN, 0};
        if (got < 0 || poll(&request, 1, milliseconds) > 0) {
            return got == 0;
        }
        if (milliseconds == 0) {
            errno = ETIMEDOUT;
            return false;
        }
    }
}

bool File::make_waiting() const {
    return fcntl(descriptor_, F_SETFL, 0) == 0;
}

std::ptrdiff_t File::read(char* to, std::size_t size) const {
    for (;;) {
        const ssize_t got = ::read(descriptor_, to, size);
        if (got >= 0 || errno != EINTR) {
            return got;
        }
    }
}

std::ptrdiff_t File::read_at(std::uint64_t start, char* to, std::size_t size) const {
    for (;;) {
        const ssize_t got = pread(descriptor_, to, size, static_cast<off_t>(start));
        if (got >= 0 || errno != EINTR) {
            return got;
        }
    }
}

bool File::write_at(std::uint64_t start, std::string_view text) const {
    return move_all(text.size(), [&](std::size_t done) {
        return pwrite(descriptor_, text.data() + done, text.size() - done,
                      static_cast<off_t>(start + done));
    });
}

bool File::cut(std::uint64_t size) const {
    return ftruncate(descriptor_, static_cast<off_t>(size)) == 0;
}

// The system may still hold the lock of a process that was killed just now.
bool File::lock() const {
    constexpr timespec kPause = {0, 50'000'000};
    for (int tries = 0; tries < 20; ++tries) {
        struct flock whole {};
        whole.l_type = F_WRLCK;
        whole.l_whence = SEEK_SET;
        if (fcntl(descriptor_, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN)) {
            return true;
        }
        nanosleep(&kPause, nullptr);
    }
    return false;
}

} // namespace jacquard::platform
