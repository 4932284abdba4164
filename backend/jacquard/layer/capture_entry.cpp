#include <jacquard/layer/capture_entry.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/sha256.h>

#include <array>

namespace jacquard::layer {

namespace {

constexpr std::int64_t kVersion = 6;
constexpr std::uint32_t kNotCompressed = 1;

constexpr std::array<std::uint32_t, 256> make_crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) {
            rest = (rest >> 1) ^ ((rest & 1) != 0 ? 0xedb88320u : 0u);
        }
        table[byte] = rest;
    }
    return table;
}

void append_number(std::string& out, std::uint32_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        out += static_cast<char>((number >> shift) & 0xff);
    }
}

void append_varint(std::string& out, std::uint32_t word) {
    while (word > 0x7f) {
        out += static_cast<char>((word & 0x7f) | 0x80);
        word >>= 7;
    }
    out += static_cast<char>(word);
}

} // namespace

std::uint32_t crc32(std::string_view bytes) {
    static constexpr std::array<std::uint32_t, 256> kTable = make_crc_table();
    std::uint32_t rest = 0xffffffff;
    for (const char byte : bytes) {
        rest = (rest >> 8) ^ kTable[(rest ^ static_cast<unsigned char>(byte)) & 0xff];
    }
    return ~rest;
}

std::uint64_t content_hash(std::string_view bytes) {
    Sha256 sum;
    const Sha256::Digest digest = sum.add(bytes).digest();
    std::uint64_t hash = 0;
    for (unsigned i = 0; i < sizeof hash; ++i) {
        hash = hash << 8 | digest[i];
    }
    return hash != 0 ? hash : 1;
}

std::string document(std::string_view map, std::uint64_t hash, std::string_view body) {
    std::string text = "{\"version\": " + std::to_string(kVersion) + ", \"";
    text.append(map).append("\": {\"");
    driver::append_hex(text, hash, kHashDigits);
    return text.append("\": ").append(body).append("}}");
}

std::string module_payload(std::uint64_t hash, std::span<const std::uint32_t> words) {
    std::string varint;
    varint.reserve(words.size() * 2);
    for (const std::uint32_t word : words) {
        append_varint(varint, word);
    }
    std::string body;
    json::Writer(body)
        .begin_object()
        .member("varintOffset", 0)
        .member("varintSize", static_cast<std::int64_t>(varint.size()))
        .member("codeSize", static_cast<std::int64_t>(words.size_bytes()))
        .member("flags", 0)
        .end_object();
    return document("shaderModules", hash, body) + '\0' + varint;
}

std::string entry_bytes(Resource resource, std::uint64_t hash, std::string_view payload) {
    std::string bytes;
    bytes.reserve(kEntryStart + payload.size());
    driver::append_hex(bytes, static_cast<unsigned>(resource), kTagDigits);
    driver::append_hex(bytes, hash, kHashDigits);
    const auto size = static_cast<std::uint32_t>(payload.size());
    for (const std::uint32_t number : {size, kNotCompressed, crc32(payload), size}) {
        append_number(bytes, number);
    }
    return bytes.append(payload);
}

std::uint32_t read_number(const char* bytes) {
    std::uint32_t number = 0;
    for (unsigned i = 0; i < 4; ++i) {
        number |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return number;
}

} // namespace jacquard::layer
