#include <jacquard/fossilize/database_scanner.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <utility>

namespace jacquard::fossilize {

namespace {

constexpr std::string_view kMagic("\x81"
                                  "FOSSILIZEDB\0\0\0",
                                  15);
constexpr unsigned kOldestVersion = 5;
constexpr unsigned kNewestVersion = 6;
constexpr std::size_t kNameDigits = 40;
constexpr std::size_t kHashDigits = 16;
// That an entry takes in memory, and its place among those with other hashes.
constexpr std::size_t kBytesOfEntry = sizeof(Entry) + 2 * sizeof(std::uint64_t);

std::uint32_t word_at(std::string_view bytes, std::size_t place) {
    std::uint32_t word = 0;
    for (unsigned i = 0; i < 4; ++i) {
        word |= std::uint32_t{static_cast<unsigned char>(bytes[place + i])} << (8 * i);
    }
    return word;
}

// The head of an entry, which stands before its payload, with the tag as the file has it.
struct Head {
    std::uint64_t tag = 0;
    Entry entry;
};

// Returns the head that bytes hold; nothing where they begin no entry.
std::optional<Head> parse_head(std::string_view bytes, std::uint64_t start) {
    const std::string_view name = bytes.substr(0, kNameDigits);
    const bool is_name = std::all_of(name.begin(), name.end(), [](char digit) {
        return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f') ||
               (digit >= 'A' && digit <= 'F');
    });
    // Digits before the 16 of the tag are not used.
    constexpr std::size_t kUnused = kNameDigits - 2 * kHashDigits;
    const auto tag = driver::parse_number<std::uint64_t>(name.substr(kUnused, kHashDigits), 16);
    const auto hash = driver::parse_number<std::uint64_t>(name.substr(kUnused + kHashDigits), 16);
    if (!is_name || !tag || !hash) {
        return std::nullopt;
    }
    Head head;
    head.tag = *tag;
    head.entry.tag = static_cast<ResourceTag>(std::min<std::uint64_t>(*tag, kNumTags));
    head.entry.hash = *hash;
    head.entry.start = start;
    head.entry.num_stored = word_at(bytes, kNameDigits);
    head.entry.packing = word_at(bytes, kNameDigits + 4);
    head.entry.checksum = word_at(bytes, kNameDigits + 8);
    head.entry.num_bytes = word_at(bytes, kNameDigits + 12);
    return head;
}

} // namespace

std::optional<EntryLists> DatabaseScanner::run() {
    if (!read_magic()) {
        return std::nullopt;
    }
    read_entries();
    if (num_unknown_ != 0) {
        diagnostics_.warning(
            "D221", {},
            "byte " + std::to_string(first_unknown_) + ": " +
                (num_unknown_ == 1 ? std::string("an entry is")
                                   : std::to_string(num_unknown_) + " entries from here on are") +
                " of a kind that this tool does not know, and skipped");
    }
    return std::move(entries_);
}

bool DatabaseScanner::read_magic() {
    const std::optional<std::string> magic = read(0, kMagic.size() + 1);
    if (!magic || !magic->starts_with(kMagic)) {
        diagnostics_.error("D220", {},
                           "byte 0: no database of Fossilize begins so; the byte 0x81 and "
                           "'FOSSILIZEDB' were expected, three zeros and the version");
        return false;
    }
    const unsigned version = static_cast<unsigned char>(magic->back());
    if (version > kNewestVersion || version < kOldestVersion) {
        const bool is_new = version > kNewestVersion;
        diagnostics_.error(
            "D221", {},
            "byte 15: the database is of version " + std::to_string(version) +
                (is_new ? ", which is newer than this tool, " : ", which is too old: ") +
                "versions 5 and 6 can be read");
        return false;
    }
    return true;
}

std::optional<std::string> DatabaseScanner::read(std::uint64_t start, std::size_t size) const {
    std::string bytes(size, '\0');
    std::size_t num_read = 0;
    while (num_read < size) {
        const std::ptrdiff_t got =
            file_.read_at(start + num_read, bytes.data() + num_read, size - num_read);
        if (got <= 0) {
            return std::nullopt;
        }
        num_read += static_cast<std::size_t>(got);
    }
    return bytes;
}

std::uint64_t DatabaseScanner::end_of(const Entry& entry) const {
    return entry.start + kEntryHeadBytes + entry.num_stored;
}

void DatabaseScanner::read_entries() {
    std::uint64_t place = kMagic.size() + 1;
    while (place < size_ && !is_full_) {
        if (size_ - place < kEntryHeadBytes) {
            diagnostics_.warning("D220", {},
                                 "byte " + std::to_string(place) + ": the database is cut off; " +
                                     std::to_string(kEntryHeadBytes) +
                                     " bytes were expected, the head of an entry, and " +
                                     std::to_string(size_ - place) + " are there");
            break;
        }
        const std::optional<std::string> bytes = read(place, kEntryHeadBytes);
        const std::optional<Head> head = bytes ? parse_head(*bytes, place) : std::nullopt;
        if (!head) {
            place = skip_damage(place);
            continue;
        }
        keep_last();
        if (end_of(head->entry) > size_) {
            place = skip_cut_off(head->entry);
            continue;
        }
        if (head->tag < kNumTags) {
            last_ = head->entry;
        } else if (num_unknown_++ == 0) {
            first_unknown_ = place;
        }
        place = end_of(head->entry);
    }
    keep_last();
}

std::uint64_t DatabaseScanner::find_entry(std::uint64_t start) const {
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    while (start < size_ && size_ - start >= kEntryHeadBytes) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, size_ - start));
        const std::optional<std::string> bytes = read(start, size);
        if (!bytes) {
            return size_;
        }
        for (std::size_t i = 0; i + kEntryHeadBytes <= size; ++i) {
            // Nearly no byte begins a name, which begins with zeros.
            if ((*bytes)[i] != '0') {
                continue;
            }
            const std::string_view rest = std::string_view(*bytes).substr(i, kEntryHeadBytes);
            const std::optional<Head> head = parse_head(rest, start + i);
            if (head && head->tag < kNumTags && end_of(head->entry) <= size_) {
                return start + i;
            }
        }
        start += size - kEntryHeadBytes + 1;
    }
    return size_;
}

// Goes on behind a place where an entry should begin and none does. Either what is there was
// damaged, or the entry before it lies about its size; then there is another one within it.
std::uint64_t DatabaseScanner::skip_damage(std::uint64_t place) {
    const std::uint64_t next = find_entry(last_ ? last_->start + kEntryHeadBytes : place + 1);
    if (last_ && next < place) {
        EntryReport(*last_, diagnostics_)
            .damaged("its payload should be " + std::to_string(last_->num_stored) +
                     " bytes, and another entry begins within it, at byte " + std::to_string(next));
        last_.reset();
        return next;
    }
    diagnostics_.error("D220", {},
                       "byte " + std::to_string(place) +
                           ": the name of an entry was expected, 40 hexadecimal digits; " +
                           (next < size_ ? "the next entry begins at byte " + std::to_string(next)
                                         : "no entry follows"));
    keep_last();
    return next;
}

std::uint64_t DatabaseScanner::skip_cut_off(const Entry& entry) {
    const std::uint64_t payload = entry.start + kEntryHeadBytes;
    const std::uint64_t next = find_entry(payload);
    if (next < size_) {
        EntryReport(entry, diagnostics_)
            .damaged("its payload should be " + std::to_string(entry.num_stored) +
                     " bytes, which is more than the file has; another entry begins at byte " +
                     std::to_string(next));
        return next;
    }
    diagnostics_.warning("D220", {},
                         "byte " + std::to_string(entry.start) +
                             ": the database is cut off; the payload of the last entry should be " +
                             std::to_string(entry.num_stored) + " bytes, and " +
                             std::to_string(size_ - payload) + " are there");
    return size_;
}

void DatabaseScanner::keep_last() {
    if (last_ && !keep(*last_)) {
        report_limit(diagnostics_, {}, Limit::memory, limits_);
        is_full_ = true;
    }
    last_.reset();
}

bool DatabaseScanner::keep(const Entry& entry) {
    if (++num_kept_ * kBytesOfEntry > limits_.memory) {
        return false;
    }
    entries_[static_cast<std::size_t>(entry.tag)].push_back(entry);
    return true;
}

} // namespace jacquard::fossilize
