#include <jacquard/fossilize/document.h>
#include <jacquard/fossilize/format/base64.h>
#include <jacquard/fossilize/shader_module.h>

#include <algorithm>

namespace jacquard::fossilize {

namespace {

// The words that a list of numbers of seven bits a byte holds, lowest bits first; the highest bit
// of a byte says that another one follows.
std::optional<std::string> decode_words(std::string_view packed, std::size_t num_words,
                                        const EntryReport& report) {
    std::string bytes;
    bytes.reserve(4 * num_words);
    std::size_t place = 0;
    for (std::size_t i = 0; i < num_words; ++i) {
        std::uint64_t word = 0;
        bool goes_on = true;
        for (unsigned shift = 0; goes_on; shift += 7) {
            constexpr unsigned kMostShift = 28;
            if (place == packed.size() || shift > kMostShift) {
                report.damaged("word " + std::to_string(i) + " of " + std::to_string(num_words) +
                               (shift > kMostShift ? " takes more than the five bytes of a word"
                                                   : " was expected where its payload ends"));
                return std::nullopt;
            }
            const auto byte = static_cast<unsigned char>(packed[place++]);
            word |= std::uint64_t{byte & 0x7fU} << shift;
            goes_on = (byte & 0x80) != 0;
        }
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes += static_cast<char>(word >> shift & 0xff);
        }
    }
    if (place != packed.size()) {
        report.damaged("its " + std::to_string(num_words) + " words take " + std::to_string(place) +
                       " bytes, and " + std::to_string(packed.size()) + " were expected");
        return std::nullopt;
    }
    return bytes;
}

std::optional<std::string> decode_text(json::Value code, std::size_t size,
                                       const EntryReport& report) {
    std::optional<std::string> bytes = decode_base64(code.string());
    if (!bytes || !code.is(json::Kind::string)) {
        report_value(code, "code", "a text in base 64", report);
        return std::nullopt;
    }
    if (bytes->size() != size) {
        report.damaged("its code is " + std::to_string(bytes->size()) + " bytes, and " +
                       std::to_string(size) + " were expected");
        return std::nullopt;
    }
    return bytes;
}

} // namespace

std::optional<std::string> module_of_payload(std::string_view payload, const EntryReport& report,
                                             const Limits& limits) {
    const std::size_t zero = std::min(payload.find('\0'), payload.size());
    const std::optional<json::Document> document =
        read_document(payload.substr(0, zero), report, limits);
    if (!document) {
        return std::nullopt;
    }
    const json::Value module =
        described_in(*document, section_of(ResourceTag::shader_module), report);
    if (!module.exists()) {
        return std::nullopt;
    }
    bool is_good = true;
    const std::uint32_t size = number_in(module, "codeSize", report, is_good);
    if (is_good && size % 4 != 0) {
        report_value(module["codeSize"], "codeSize", "a multiple of 4", report);
        return std::nullopt;
    }
    if (size > limits.input_bytes) {
        report.exceeds(Limit::input_bytes, limits);
        return std::nullopt;
    }
    if (is_good && module["code"].exists()) {
        return decode_text(module["code"], size, report);
    }
    const std::uint32_t start = number_in(module, "varintOffset", report, is_good);
    const std::uint32_t num_packed = number_in(module, "varintSize", report, is_good);
    if (!is_good) {
        return std::nullopt;
    }
    const std::string_view packed = payload.substr(std::min(zero + 1, payload.size()));
    if (start > packed.size() || num_packed > packed.size() - start) {
        report.damaged("its words should stand in bytes " + std::to_string(start) + " to " +
                       std::to_string(std::uint64_t{start} + num_packed) +
                       " behind its JSON, where " + std::to_string(packed.size()) + " bytes are");
        return std::nullopt;
    }
    // A word takes a byte or more.
    if (size / 4 > num_packed) {
        report.damaged("it should have " + std::to_string(size / 4) + " words, for which " +
                       std::to_string(num_packed) + " bytes are too few");
        return std::nullopt;
    }
    return decode_words(packed.substr(start, num_packed), size / 4, report);
}

} // namespace jacquard::fossilize
