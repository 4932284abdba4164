#pragma once

#include <jacquard/layer/capture_entry.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace jacquard::layer {

// The database that a process writes. Each entry is handed to the system as a whole when it comes,
// so that the file can be read whenever the process ends. Safe to use from many threads.
class CaptureFile {
  public:
    // Opens the file, whose entries are kept if it is there already: what it does not have yet is
    // added behind them, and an entry that was cut off is removed. While another process writes
    // to it, the file is `path` with a dot and the number of this process. Returns none if the
    // file cannot be written or is something else, with the reason in `fault`.
    [[nodiscard]] static std::unique_ptr<CaptureFile> open(const std::string& path,
                                                           std::string& fault);
    ~CaptureFile();
    CaptureFile(const CaptureFile&) = delete;
    CaptureFile& operator=(const CaptureFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] bool has(ResourceTag tag, std::uint64_t hash) const;

    // Adds an entry that the file does not have. Returns an empty text, or why nothing more can be
    // written, with what was written before still whole.
    [[nodiscard]] std::string add(ResourceTag tag, std::uint64_t hash, std::string_view payload);

  private:
    CaptureFile(std::string path, int descriptor)
        : path_(std::move(path)), descriptor_(descriptor) {}

    // Both return an empty text or a fault.
    [[nodiscard]] std::string read_entries();
    [[nodiscard]] std::string append(std::string_view bytes);

    const std::string path_;
    const int descriptor_;
    mutable std::mutex mutex_; // guards what follows
    std::uint64_t size_ = 0;
    bool is_writable_ = true;
    std::set<std::pair<std::uint64_t, std::uint64_t>> names_; // tags and hashes
};

} // namespace jacquard::layer
