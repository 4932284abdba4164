#pragma once

#include <jacquard/platform/file.h>
#include <jacquard/tool/batch/record/batch_identity.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// The results of a batch in their order, in a file that grows with each and from which a batch that
// was interrupted, however that was, goes on. Each line says its own sum; from the first one that
// is cut off or damaged on, the file counts as not written.
class BatchJournal {
  public:
    // Opens or makes the file for this work, and keeps others from writing it. False when that
    // cannot be done, which fault() tells.
    [[nodiscard]] bool open(const std::string& path, const BatchIdentity& identity);

    // The next result that the file holds from earlier. Nothing behind the last one, which then is
    // the end of the file.
    struct Entry {
        std::string name;
        std::string result;
    };
    [[nodiscard]] std::optional<Entry> next();

    // Adds a result behind the others, when next() has told of all of them. False when it cannot be
    // written, which fault() tells; the file then is as it was.
    [[nodiscard]] bool append(std::string_view name, std::string_view result);

    [[nodiscard]] bool is_open() const { return file_.is_open(); }
    // A whole message.
    [[nodiscard]] const std::string& fault() const { return fault_; }
    // Returns true if lines at the end were cut off or damaged; known when next() has told of all
    // others.
    [[nodiscard]] bool was_damaged() const { return was_damaged_; }

  private:
    [[nodiscard]] bool begin(const BatchIdentity& identity);
    [[nodiscard]] std::optional<std::string> next_line();
    [[nodiscard]] bool write_line(std::string_view text);
    bool fail(std::string_view what);

    std::string path_;
    std::string fault_;
    platform::File file_;
    std::string buffer_; // what was read and not yet told
    std::size_t start_ = 0;
    std::uint64_t end_ = 0; // of the lines that count, in bytes
    bool is_read_ = false;
    bool was_damaged_ = false;
    bool must_cut_ = false; // behind end_
};

} // namespace jacquard::driver
