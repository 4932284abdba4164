#include <jacquard/fossilize/format/base64.h>
#include <jacquard/fossilize/format/entry_head.h>
#include <jacquard/layer/capture_entry.h>
#include <jacquard/support/hex.h>

#include "../catch.h"

#include <array>
#include <utility>

using namespace jacquard::layer;
using namespace jacquard::fossilize;

namespace {

// Bytes as two digits each, with a blank between them.
std::string as_hex(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        text += text.empty() ? "" : " ";
        jacquard::driver::append_hex(text, static_cast<unsigned char>(byte), 2);
    }
    return text;
}

} // namespace

TEST_CASE(
    "layer: an entry is its name, four numbers with the lowest byte first, and what it holds") {
    const std::string bytes =
        entry_bytes(ResourceTag::compute_pipeline, 0x0123456789abcdef, "123456789");
    CHECK(bytes.substr(0, 40) == "0000000000000000000000070123456789abcdef");
    CHECK(as_hex(bytes.substr(40, 16)) == "09 00 00 00 01 00 00 00 26 39 f4 cb 09 00 00 00");
    CHECK(bytes.substr(56) == "123456789");
}

TEST_CASE("layer: a file begins with the sixteen bytes of version 6") {
    CHECK(as_hex(file_start()) == "81 46 4f 53 53 49 4c 49 5a 45 44 42 00 00 00 06");
}

TEST_CASE("layer: what is written of a head is what is read of it") {
    const std::string bytes =
        entry_bytes(ResourceTag::sampler, 0xfedcba9876543210, "123456789").substr(0, 56);
    const std::optional<EntryHead> head = parse_head(bytes);
    REQUIRE(head);
    CHECK(head->tag == 1);
    CHECK(head->hash == 0xfedcba9876543210);
    CHECK(head->checksum == 0xcbf43926);
    CHECK(bytes_of(*head) == bytes);
    CHECK_FALSE(parse_head(bytes.substr(0, 55)));
    CHECK_FALSE(parse_head("x" + bytes.substr(1)));
}

TEST_CASE("layer: base 64 is read as it is written") {
    const std::pair<std::string, std::string> texts[] = {
        {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"\xff\xfe", "//4="}};
    for (const auto& [bytes, text] : texts) {
        CHECK(encode_base64(bytes) == text);
        CHECK(decode_base64(text) == bytes);
    }
}

TEST_CASE("layer: a document has its version and one object under its hash") {
    CHECK(document("samplers", 0xab, R"({"flags": 0})") ==
          R"({"version": 6, "samplers": {"00000000000000ab": {"flags": 0}}})");
}

TEST_CASE("layer: words take seven bits to a byte") {
    const std::array<std::uint32_t, 6> words = {0x07230203, 0, 0x7f, 0x80, 0x3fff, 0xffffffff};
    const std::string payload = module_payload(1, words);
    CHECK(payload.substr(0, payload.find('\0')) ==
          R"({"version": 6, "shaderModules": {"0000000000000001": )"
          R"({"varintOffset": 0, "varintSize": 15, "codeSize": 24, "flags": 0}}})");
    CHECK(as_hex(payload.substr(payload.find('\0') + 1)) ==
          "83 84 8c 39 00 7f 80 01 ff 7f ff ff ff ff 0f");
}

TEST_CASE("layer: a hash follows from what is hashed, and is never the one of no object") {
    CHECK(content_hash("abc") == 0xba7816bf8f01cfea); // the first digits of its SHA-256
    CHECK(content_hash("abd") != content_hash("abc"));
    CHECK(content_hash("") != 0);
}
