#include <jacquard/fossilize/format/crc32.h>
#include <jacquard/fossilize/format/entry_head.h>
#include <jacquard/layer/capture_entry.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/sha256.h>

namespace jacquard::layer {

namespace {

void append_varint(std::string& out, std::uint32_t word) {
    while (word > 0x7f) {
        out += static_cast<char>((word & 0x7f) | 0x80);
        word >>= 7;
    }
    out += static_cast<char>(word);
}

} // namespace

std::string file_start() {
    return std::string(fossilize::kMagic) + static_cast<char>(fossilize::kNewestVersion);
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
    std::string text = "{\"version\": " + std::to_string(fossilize::kNewestVersion) + ", \"";
    text.append(map).append("\": {\"");
    text += fossilize::text_of_hash(hash);
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
    return document(section_of(ResourceTag::shader_module), hash, body) + '\0' + varint;
}

std::string entry_bytes(ResourceTag tag, std::uint64_t hash, std::string_view payload) {
    fossilize::EntryHead head;
    head.tag = static_cast<std::uint64_t>(tag);
    head.hash = hash;
    head.num_stored = head.num_bytes = static_cast<std::uint32_t>(payload.size());
    head.packing = fossilize::kPlain;
    head.checksum = fossilize::crc32(payload);
    return bytes_of(head).append(payload);
}

} // namespace jacquard::layer
