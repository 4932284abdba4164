#pragma once

#include <jacquard/fossilize/database_scanner.h>
#include <jacquard/fossilize/entry.h>
#include <jacquard/platform/file.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jacquard::fossilize {

// Unpacks a zlib stream that should hold `size` bytes. Nothing where it does not; `fault` then says
// why. A null one is that of a build without zlib.
using UnpackZlib = std::optional<std::string> (*)(std::string_view packed, std::size_t size,
                                                  std::string& fault);

// An open database: where each of its entries is. Payloads are read when they are asked for, so
// that the size of a file does not matter.
class Database {
  public:
    // Reads what entries the file has. What is damaged is reported and left out; an entry that is
    // cut off at the end, as a process leaves it that is killed, is warned of. Null where the file
    // cannot be read, which errno then tells, or is no database that this tool knows, which is
    // reported.
    [[nodiscard]] static std::unique_ptr<Database>
    open(const std::string& path, const Limits& limits, Diagnostics& diagnostics);

    // The entries of one kind in the order in which the file has them. Of several with one hash,
    // the first is the entry.
    [[nodiscard]] std::span<const Entry> entries(ResourceTag tag) const {
        return entries_[static_cast<std::size_t>(tag)];
    }
    // Null where there is none.
    [[nodiscard]] const Entry* find(ResourceTag tag, std::uint64_t hash) const;

    // The payload of an entry, checked and unpacked; nothing after a fault, which was reported.
    [[nodiscard]] std::optional<std::string> payload(const Entry& entry, UnpackZlib unpack,
                                                     const Limits& limits,
                                                     Diagnostics& diagnostics) const;

  private:
    explicit Database(platform::File file) : file_(std::move(file)) {}

    // Takes the entries, of those with one hash the first one: a database has several where two
    // processes wrote it.
    void take(EntryLists entries);

    [[nodiscard]] std::optional<std::string> stored(const Entry& entry,
                                                    Diagnostics& diagnostics) const;

    // An entry that is found by its hash.
    struct Place {
        std::uint64_t hash;
        std::size_t index;
    };

    platform::File file_;
    EntryLists entries_;
    std::array<std::vector<Place>, kNumTags> places_; // by tag, ordered by hash
};

} // namespace jacquard::fossilize
