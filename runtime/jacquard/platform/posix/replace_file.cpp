#include <jacquard/platform/environment.h>
#include <jacquard/platform/files.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace jacquard::platform {

namespace {

constexpr mode_t kNewFile = 0666; // less what the process masks
constexpr mode_t kPermissions = 07777;
constexpr int kMostLinks = 40; // as many as the kernel follows
constexpr int kMostNames = 100;

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

// Follows a symbolic link by one step. Returns nothing on a fault.
std::optional<std::string> step(const std::string& link) {
    std::vector<char> target(4096);
    const ssize_t size = readlink(link.c_str(), target.data(), target.size());
    if (size <= 0 || static_cast<std::size_t>(size) == target.size()) {
        return std::nullopt;
    }
    std::string path(target.data(), static_cast<std::size_t>(size));
    return path[0] == '/' ? path : folder_of(link) + path;
}

// The file that a path leads to.
struct Target {
    std::string path;
    bool is_there = false;
    mode_t permissions = 0;
    uid_t owner = 0;
    gid_t group = 0;
};

// The plain file, there or not, that may be replaced at the end of a path; nothing for others.
std::optional<Target> replaceable(std::string path) {
    struct stat of_processes {};
    const bool has_processes = stat("/proc", &of_processes) == 0;
    for (int links = 0; links < kMostLinks; ++links) {
        struct stat facts {};
        if (lstat(path.c_str(), &facts) != 0) {
            return errno == ENOENT ? std::optional(Target{path}) : std::nullopt;
        }
        if (!S_ISLNK(facts.st_mode)) {
            const bool is_ours =
                S_ISREG(facts.st_mode) && facts.st_nlink == 1 && access(path.c_str(), W_OK) == 0;
            return is_ours ? std::optional(Target{path, true, facts.st_mode & kPermissions,
                                                  facts.st_uid, facts.st_gid})
                           : std::nullopt;
        }
        // These links stand for what a process has open, under whatever name.
        if (has_processes && facts.st_dev == of_processes.st_dev) {
            return std::nullopt;
        }
        std::optional<std::string> next = step(path);
        if (!next) {
            return std::nullopt;
        }
        path = std::move(*next);
    }
    return std::nullopt;
}

// A file that goes with the object where it was not renamed.
class UnfinishedFile {
  public:
    // Beside the file that it is to become. errno tells why there is none.
    explicit UnfinishedFile(const Target& target) {
        static std::atomic<unsigned> number = 0;
        const std::string start =
            folder_of(target.path) + ".jacquard-" + std::to_string(process_number()) + '.';
        for (int tries = 0; tries < kMostNames && descriptor_ < 0; ++tries) {
            path_ = start + std::to_string(number++);
            descriptor_ =
                open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kNewFile);
            if (descriptor_ < 0 && errno != EEXIST) {
                break;
            }
        }
    }
    ~UnfinishedFile() {
        if (descriptor_ >= 0) {
            const int reason = errno;
            close(descriptor_);
            unlink(path_.c_str());
            errno = reason;
        }
    }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    [[nodiscard]] int descriptor() const { return descriptor_; }

    // Returns true if the file looks to others as the one did that it replaces.
    [[nodiscard]] bool take_over(const Target& target) const {
        struct stat facts {};
        if (!target.is_there) {
            return true;
        }
        const bool has_owner = fstat(descriptor_, &facts) == 0 &&
                               ((facts.st_uid == target.owner && facts.st_gid == target.group) ||
                                fchown(descriptor_, target.owner, target.group) == 0);
        return has_owner && fchmod(descriptor_, target.permissions) == 0;
    }

    [[nodiscard]] bool become(const std::string& path) {
        if (close(std::exchange(descriptor_, -1)) == 0 &&
            std::rename(path_.c_str(), path.c_str()) == 0) {
            return true;
        }
        const int reason = errno;
        unlink(path_.c_str());
        errno = reason;
        return false;
    }

  private:
    std::string path_;
    int descriptor_ = -1;
};

bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t put = write(descriptor, content.data(), content.size());
        if (put < 0 && errno != EINTR) {
            return false;
        }
        content.remove_prefix(put > 0 ? static_cast<std::size_t>(put) : 0);
    }
    return true;
}

bool write_through(const std::string& path, std::string_view content) {
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kNewFile);
    if (descriptor < 0) {
        return false;
    }
    const bool is_written = write_all(descriptor, content);
    const int reason = errno;
    const bool is_closed = close(descriptor) == 0;
    errno = is_written ? errno : reason;
    return is_written && is_closed;
}

} // namespace

bool replace_file(const std::string& path, std::string_view content) {
    const std::optional<Target> target = replaceable(path);
    if (!target) {
        return write_through(path, content);
    }
    UnfinishedFile file(*target);
    if (!file.is_open() || !file.take_over(*target)) {
        return write_through(path, content);
    }
    return write_all(file.descriptor(), content) && file.become(target->path);
}

} // namespace jacquard::platform
