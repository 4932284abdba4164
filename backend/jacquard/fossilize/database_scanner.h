#pragma once

#include <jacquard/fossilize/entry.h>
#include <jacquard/platform/file.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::fossilize {

// Entries by their tag, in the order of the file.
using EntryLists = std::array<std::vector<Entry>, kNumTags>;

// Finds the entries of a file, each of which begins where the one before it ends. After a damaged
// one it looks for the next bytes that begin an entry, so that the others are not lost.
class DatabaseScanner {
  public:
    DatabaseScanner(const platform::File& file, std::uint64_t size, const Limits& limits,
                    Diagnostics& diagnostics)
        : file_(file), size_(size), limits_(limits), diagnostics_(diagnostics) {}

    // Returns the entries; nothing where the file is no database that the tool knows, which was
    // reported.
    [[nodiscard]] std::optional<EntryLists> run();

  private:
    [[nodiscard]] bool read_magic();
    void read_entries();
    [[nodiscard]] std::optional<std::string> read(std::uint64_t start, std::size_t size) const;
    [[nodiscard]] std::uint64_t end_of(const Entry& entry) const;
    // Returns where the next entry begins that could be one, at `start` or behind it; the end of
    // the file where there is none.
    [[nodiscard]] std::uint64_t find_entry(std::uint64_t start) const;
    std::uint64_t skip_damage(std::uint64_t place);
    std::uint64_t skip_cut_off(const Entry& entry);
    [[nodiscard]] bool keep(const Entry& entry);
    void keep_last();

    const platform::File& file_;
    std::uint64_t size_; // of the file
    const Limits& limits_;
    Diagnostics& diagnostics_;
    EntryLists entries_;
    std::optional<Entry> last_; // that was read and not yet kept: its size may be a lie
    std::uint64_t num_kept_ = 0;
    std::uint64_t num_unknown_ = 0; // entries of kinds that the tool does not know
    std::uint64_t first_unknown_ = 0;
    bool is_full_ = false;
};

} // namespace jacquard::fossilize
