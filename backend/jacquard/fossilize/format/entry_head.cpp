#include <jacquard/fossilize/format/entry_head.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/letters.h>

#include <algorithm>

namespace jacquard::fossilize {

namespace {

// A name is so many digits that are not used, the tag and the hash.
constexpr std::size_t kUnusedDigits = 8;
constexpr std::size_t kTagDigits = 16;
constexpr std::size_t kHashDigits = 16;
constexpr std::size_t kNameDigits = kUnusedDigits + kTagDigits + kHashDigits;

std::uint32_t word_at(std::string_view bytes, std::size_t place) {
    std::uint32_t word = 0;
    for (unsigned i = 0; i < 4; ++i) {
        word |= std::uint32_t{static_cast<unsigned char>(bytes[place + i])} << (8 * i);
    }
    return word;
}

} // namespace

std::optional<EntryHead> parse_head(std::string_view bytes) {
    const std::string_view name = bytes.substr(0, kNameDigits);
    const bool is_name =
        bytes.size() >= kEntryHeadBytes &&
        std::all_of(name.begin(), name.end(), [](char digit) { return hex_digit(digit) >= 0; });
    if (!is_name) {
        return std::nullopt;
    }
    const auto tag =
        driver::parse_number<std::uint64_t>(name.substr(kUnusedDigits, kTagDigits), 16);
    const auto hash =
        driver::parse_number<std::uint64_t>(name.substr(kUnusedDigits + kTagDigits), 16);
    if (!tag || !hash) {
        return std::nullopt;
    }
    return EntryHead{*tag,
                     *hash,
                     word_at(bytes, kNameDigits),
                     word_at(bytes, kNameDigits + 4),
                     word_at(bytes, kNameDigits + 8),
                     word_at(bytes, kNameDigits + 12)};
}

std::string bytes_of(const EntryHead& head) {
    std::string bytes(kUnusedDigits, '0');
    driver::append_hex(bytes, head.tag, kTagDigits);
    driver::append_hex(bytes, head.hash, kHashDigits);
    for (const std::uint32_t word :
         {head.num_stored, head.packing, head.checksum, head.num_bytes}) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes += static_cast<char>(word >> shift & 0xff);
        }
    }
    return bytes;
}

} // namespace jacquard::fossilize
