#include <jacquard/library/facade/result_cache.h>
#include <jacquard/support/sha256.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace jacquard::driver {

namespace {

// Entries are kept in as many folders as two hex digits have values.
constexpr std::uint64_t kFolders = 256;
constexpr std::size_t kDigitsOfFolder = 2;
// Every so many entries that are stored in a folder, its size is looked at.
constexpr unsigned kStoresBetweenTrims = 64;
// A file that was begun and never renamed is left over after so many seconds.
constexpr std::time_t kSecondsOfLeftover = 3600;
// No entry is larger; a result that would make one is not stored.
constexpr std::uint64_t kMostEntryBytes = std::uint64_t{64} << 20;
constexpr std::string_view kMagic = "jacquard result 1\n";
constexpr std::string_view kUnfinished = ".unfinished";

std::string entry_text(const std::string& key, std::string_view result) {
    std::string text(kMagic);
    text += key + ' ' + std::to_string(result.size()) + '\n';
    text += result;
    text += '\n' + Sha256().add(text).hex() + '\n';
    return text;
}

// Only plain files that are small enough for an entry are read: opening a FIFO would block, and a
// device may have no end.
std::optional<std::string> read_whole(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return std::nullopt;
    }
    struct stat facts {};
    std::string text;
    ssize_t got = -1;
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size >= 0 &&
        static_cast<std::uint64_t>(facts.st_size) <= kMostEntryBytes) {
        // One byte more than it should have shows that it has grown.
        text.resize(static_cast<std::size_t>(facts.st_size) + 1);
        std::size_t size = 0;
        while (size < text.size() &&
               ((got = read(file, text.data() + size, text.size() - size)) > 0 ||
                (got < 0 && errno == EINTR))) {
            size += got > 0 ? static_cast<std::size_t>(got) : 0;
        }
        text.resize(size);
    }
    close(file);
    return got == 0 ? std::optional(std::move(text)) : std::nullopt;
}

bool write_whole(const std::string& path, std::string_view text) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        return false;
    }
    bool is_written = true;
    for (std::size_t at = 0; is_written && at < text.size();) {
        const ssize_t put =
            pwrite(file, text.data() + at, text.size() - at, static_cast<off_t>(at));
        is_written = put > 0 || (put < 0 && errno == EINTR);
        at += put > 0 ? static_cast<std::size_t>(put) : 0;
    }
    return close(file) == 0 && is_written;
}

struct CacheFile {
    std::string path;
    std::uint64_t bytes = 0;
    timespec used{};
    bool is_leftover = false;

    [[nodiscard]] std::pair<std::time_t, long> age() const { return {used.tv_sec, used.tv_nsec}; }
};

std::vector<CacheFile> files_of(const std::string& folder) {
    std::vector<CacheFile> files;
    DIR* listing = opendir(folder.c_str());
    while (listing != nullptr) {
        const dirent* entry = readdir(listing);
        if (entry == nullptr) {
            closedir(listing);
            break;
        }
        struct stat facts {};
        const std::string path = folder + '/' + entry->d_name;
        if (stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
            // The size on disk, which is larger than the contents.
            const auto bytes = static_cast<std::uint64_t>(facts.st_blocks) * 512;
            files.push_back({path, bytes, facts.st_mtim,
                             path.find(kUnfinished) != std::string::npos &&
                                 facts.st_mtime + kSecondsOfLeftover < std::time(nullptr)});
        }
    }
    return files;
}

} // namespace

bool ResultCache::prepare() const {
    struct stat facts {};
    if (mkdir(folder_.c_str(), 0777) != 0 && errno != EEXIST) {
        return false;
    }
    if (stat(folder_.c_str(), &facts) == 0 && !S_ISDIR(facts.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return access(folder_.c_str(), W_OK | X_OK) == 0;
}

std::string ResultCache::path_of(const std::string& key) const {
    return folder_ + '/' + key.substr(0, kDigitsOfFolder) + '/' + key.substr(kDigitsOfFolder);
}

std::optional<std::string> ResultCache::find(const std::string& key) const {
    const std::string path = path_of(key);
    std::optional<std::string> text = read_whole(path);
    if (!text) {
        return std::nullopt;
    }
    // A file is only valid if it equals the one that would be written for the result in it.
    const std::size_t head = kMagic.size() + key.size() + 1;
    const std::size_t start = text->find('\n', std::min(head, text->size()));
    const std::size_t tail = Sha256().hex().size() + 2;
    if (start == std::string::npos || text->size() < start + 1 + tail) {
        return std::nullopt;
    }
    std::string result = text->substr(start + 1, text->size() - start - 1 - tail);
    if (entry_text(key, result) != *text) {
        return std::nullopt;
    }
    utimensat(AT_FDCWD, path.c_str(), nullptr, 0); // it is in use
    return result;
}

void ResultCache::store(const std::string& key, std::string_view result) const {
    static std::atomic<unsigned> number = 0;
    const std::string entry = entry_text(key, result);
    if (entry.size() > kMostEntryBytes) {
        return;
    }
    const std::string path = path_of(key);
    const std::string folder = path.substr(0, path.rfind('/'));
    if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
        return;
    }
    // Machines that share the folder may number their processes alike, and O_EXCL tells them apart.
    const std::string unfinished =
        path + kUnfinished.data() + '.' + std::to_string(getpid()) + '.' + std::to_string(number++);
    if (!write_whole(unfinished, entry) || std::rename(unfinished.c_str(), path.c_str()) != 0) {
        unlink(unfinished.c_str());
        return;
    }
    // The choice of entries that lead to a check does not depend on the process, so that many short
    // processes check as often as a long one.
    if (std::strtoul(key.substr(key.size() - 4).c_str(), nullptr, 16) % kStoresBetweenTrims == 0) {
        trim(key);
    }
}

void ResultCache::trim(const std::string& key) const {
    const std::string path = path_of(key);
    std::vector<CacheFile> files = files_of(path.substr(0, path.rfind('/')));
    std::sort(files.begin(), files.end(),
              [](const CacheFile& a, const CacheFile& b) { return a.age() < b.age(); });
    std::uint64_t bytes = 0;
    for (const CacheFile& file : files) {
        bytes += file.bytes;
    }
    // Room for a while is made, or every further entry would have to make some.
    const std::uint64_t most = most_bytes_ / kFolders;
    const bool is_full = bytes > most;
    for (const CacheFile& file : files) {
        if (file.is_leftover || (is_full && bytes > most - most / 4)) {
            unlink(file.path.c_str());
            bytes -= file.bytes;
        }
    }
}

} // namespace jacquard::driver
