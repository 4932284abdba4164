#include <jacquard/library/facade/result_cache.h>
#include <jacquard/platform/environment.h>
#include <jacquard/platform/file.h>
#include <jacquard/platform/files.h>
#include <jacquard/support/sha256.h>

#include <algorithm>
#include <atomic>
#include <ctime>
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
    const platform::File file(path, platform::FileUse::read);
    const std::optional<platform::FileFacts> facts = file.is_open() ? file.facts() : std::nullopt;
    if (!facts || facts->kind != platform::FileKind::plain || facts->size > kMostEntryBytes) {
        return std::nullopt;
    }
    // One byte more than it should have shows that it has grown.
    std::string text(static_cast<std::size_t>(facts->size) + 1, '\0');
    std::size_t size = 0;
    std::ptrdiff_t got = -1;
    while (size < text.size() && (got = file.read(text.data() + size, text.size() - size)) > 0) {
        size += static_cast<std::size_t>(got);
    }
    text.resize(size);
    return got == 0 ? std::optional(std::move(text)) : std::nullopt;
}

bool write_whole(const std::string& path, std::string_view text) {
    platform::File file(path, platform::FileUse::write_new);
    if (!file.is_open()) {
        return false;
    }
    const bool is_written = file.write_at(0, text);
    return file.close() && is_written;
}

bool is_leftover(const platform::ListedFile& file) {
    return file.path.find(kUnfinished) != std::string::npos &&
           file.seconds + kSecondsOfLeftover < std::time(nullptr);
}

} // namespace

bool ResultCache::prepare() const {
    return platform::make_folder(folder_) && platform::is_writable_folder(folder_);
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
    platform::touch_file(path); // it is in use
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
    if (!platform::make_folder(folder)) {
        return;
    }
    // Machines that share the folder may number their processes alike; the file must be new.
    const std::string unfinished = path + kUnfinished.data() + '.' +
                                   std::to_string(platform::process_number()) + '.' +
                                   std::to_string(number++);
    if (!write_whole(unfinished, entry) || !platform::rename_file(unfinished, path)) {
        platform::remove_file(unfinished);
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
    std::vector<platform::ListedFile> files =
        platform::plain_files_of(path.substr(0, path.rfind('/')));
    std::sort(files.begin(), files.end(),
              [](const platform::ListedFile& a, const platform::ListedFile& b) {
                  return std::pair(a.seconds, a.nanoseconds) < std::pair(b.seconds, b.nanoseconds);
              });
    std::uint64_t bytes = 0;
    for (const platform::ListedFile& file : files) {
        bytes += file.bytes;
    }
    // Room for a while is made, or every further entry would have to make some.
    const std::uint64_t most = most_bytes_ / kFolders;
    const bool is_full = bytes > most;
    for (const platform::ListedFile& file : files) {
        if (is_leftover(file) || (is_full && bytes > most - most / 4)) {
            platform::remove_file(file.path);
            bytes -= file.bytes;
        }
    }
}

} // namespace jacquard::driver
