#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace jacquard::platform {

enum class FileUse : std::uint8_t {
    read,       // without waiting for somebody to write into a FIFO
    write_new,  // which must not be there
    write_over, // what is there goes
    update      // read and write; made where it is not there
};

enum class FileKind : std::uint8_t { plain, folder, fifo, other };

struct FileFacts {
    FileKind kind = FileKind::other;
    std::uint64_t size = 0; // of a plain one
};

// An open file, which no program that is started keeps. After a fault errno tells the reason.
class File {
  public:
    File() = default;
    File(const std::string& path, FileUse use);
    ~File() { (void)close(); }
    File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    File& operator=(File&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }

    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    // False where what was written may not have arrived.
    bool close();

    [[nodiscard]] std::optional<FileFacts> facts() const;

    // A FIFO is opened without waiting for somebody to write into it. Its end comes at once where
    // there is nobody; a first byte that came is put into `first`. False when nobody came in time.
    [[nodiscard]] bool wait_for_writer(std::string& first, int milliseconds) const;
    // From here on reading waits.
    [[nodiscard]] bool make_waiting() const;

    // How many bytes: 0 at the end, less than 0 on a fault.
    [[nodiscard]] std::ptrdiff_t read(char* to, std::size_t size) const;
    [[nodiscard]] std::ptrdiff_t read_at(std::uint64_t start, char* to, std::size_t size) const;

    // All of the text.
    [[nodiscard]] bool write(std::string_view text) const;
    [[nodiscard]] bool write_at(std::uint64_t start, std::string_view text) const;
    [[nodiscard]] bool cut(std::uint64_t size) const;

    // False when another process has it. Where the file system has no locks, nobody has.
    [[nodiscard]] bool lock() const;

  private:
    int descriptor_ = -1;
};

} // namespace jacquard::platform
