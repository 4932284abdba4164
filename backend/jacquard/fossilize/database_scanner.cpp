#include <jacquard/fossilize/database_scanner.h>

#include <algorithm>
#include <utility>

namespace jacquard::fossilize {

namespace {

// That an entry takes in memory, and its place among those with other hashes.
constexpr std::size_t kBytesOfEntry = sizeof(Entry) + 2 * sizeof(std::uint64_t);

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
        const std::optional<EntryHead> head = bytes ? parse_head(*bytes) : std::nullopt;
        if (!head) {
            place = skip_damage(place);
            continue;
        }
        keep_last();
        const Entry entry{*head, place};
        if (end_of(entry) > size_) {
            place = skip_cut_off(entry);
            continue;
        }
        if (entry.tag < kNumTags) {
            last_ = entry;
        } else if (num_unknown_++ == 0) {
            first_unknown_ = place;
        }
        place = end_of(entry);
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
            const std::optional<EntryHead> head = parse_head(rest);
            if (head && head->tag < kNumTags && end_of({*head, start + i}) <= size_) {
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
    entries_[entry.tag].push_back(entry);
    return true;
}

} // namespace jacquard::fossilize
