#include <jacquard/fossilize/database.h>
#include <jacquard/fossilize/format/crc32.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <unordered_set>

namespace jacquard::fossilize {

std::unique_ptr<Database> Database::open(const std::string& path, const Limits& limits,
                                         Diagnostics& diagnostics) {
    platform::File file(path, platform::FileUse::read);
    const std::optional<platform::FileFacts> facts = file.is_open() ? file.facts() : std::nullopt;
    if (!facts) {
        return nullptr;
    }
    std::optional<EntryLists> entries =
        DatabaseScanner(file, facts->size, limits, diagnostics).run();
    if (!entries) {
        return nullptr;
    }
    std::unique_ptr<Database> database(new Database(std::move(file)));
    database->take(std::move(*entries));
    return database;
}

void Database::take(EntryLists entries) {
    for (std::size_t tag = 0; tag < kNumTags; ++tag) {
        std::vector<Entry>& all = entries[tag];
        std::unordered_set<std::uint64_t> hashes;
        std::erase_if(all, [&](const Entry& entry) { return !hashes.insert(entry.hash).second; });
        for (std::size_t i = 0; i < all.size(); ++i) {
            places_[tag].push_back({all[i].hash, i});
        }
        std::sort(places_[tag].begin(), places_[tag].end(),
                  [](const Place& left, const Place& right) { return left.hash < right.hash; });
    }
    entries_ = std::move(entries);
}

const Entry* Database::find(ResourceTag tag, std::uint64_t hash) const {
    const std::vector<Place>& places = places_[static_cast<std::size_t>(tag)];
    const auto found = std::lower_bound(
        places.begin(), places.end(), hash,
        [](const Place& place, std::uint64_t wanted) { return place.hash < wanted; });
    return found != places.end() && found->hash == hash ? &entries(tag)[found->index] : nullptr;
}

std::optional<std::string> Database::stored(const Entry& entry, Diagnostics& diagnostics) const {
    const EntryReport report(entry, diagnostics);
    std::string bytes(entry.num_stored, '\0');
    std::size_t num_read = 0;
    while (num_read < bytes.size()) {
        const std::ptrdiff_t got = file_.read_at(entry.start + kEntryHeadBytes + num_read,
                                                 bytes.data() + num_read, bytes.size() - num_read);
        if (got <= 0) {
            report.damaged("its payload cannot be read; " + std::to_string(bytes.size()) +
                           " bytes were expected, and " + std::to_string(num_read) + " are there");
            return std::nullopt;
        }
        num_read += static_cast<std::size_t>(got);
    }
    if (const std::uint32_t sum = crc32(bytes); entry.checksum != 0 && sum != entry.checksum) {
        report.damaged("its payload was changed: its checksum is 0x" + driver::hex(sum, 8) +
                       ", and 0x" + driver::hex(entry.checksum, 8) + " was expected");
        return std::nullopt;
    }
    return bytes;
}

std::optional<std::string> Database::payload(const Entry& entry, UnpackZlib unpack,
                                             const Limits& limits, Diagnostics& diagnostics) const {
    const EntryReport report(entry, diagnostics);
    if (std::max(entry.num_bytes, entry.num_stored) > limits.input_bytes) {
        report.exceeds(Limit::input_bytes, limits);
        return std::nullopt;
    }
    switch (entry.packing) {
    case kPlain:
        if (entry.num_stored != entry.num_bytes) {
            report.damaged("its payload is stored as it is, and should be " +
                           std::to_string(entry.num_bytes) + " bytes; it takes " +
                           std::to_string(entry.num_stored));
            return std::nullopt;
        }
        return stored(entry, diagnostics);
    case kDeflated: break;
    default:
        report.unsupported("its payload is packed in the unknown way " +
                           std::to_string(entry.packing) +
                           "; 1, not at all, and 2, deflated, are known");
        return std::nullopt;
    }
    if (unpack == nullptr) {
        report.unsupported("its payload is deflated, and this tool was built without zlib");
        return std::nullopt;
    }
    const std::optional<std::string> packed = stored(entry, diagnostics);
    if (!packed) {
        return std::nullopt;
    }
    std::string fault;
    std::optional<std::string> bytes = unpack(*packed, entry.num_bytes, fault);
    if (!bytes) {
        report.damaged("its payload cannot be inflated to " + std::to_string(entry.num_bytes) +
                       " bytes: " + fault);
    }
    return bytes;
}

} // namespace jacquard::fossilize
