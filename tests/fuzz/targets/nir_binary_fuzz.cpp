// Any bytes are read as the binary form, and good ones make a shader that is written the same way
// and prints to a text that reads back.
//
// An input that is the text of a shader is written first and then damaged in some places, so that
// the seeds of the text form serve here too and stay good when tables change. Other inputs are what
// follows the head, which is put in front of them.
#include <jacquard/nir/binary/binary_format.h>
#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/hash.h>
#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace jacquard;

namespace {

using Bytes = std::vector<std::uint8_t>;

void demand(bool holds, const std::string& what) {
    if (!holds) {
        std::fputs(what.c_str(), stderr);
        std::abort();
    }
}

void read(const Bytes& bytes) {
    Diagnostics diagnostics;
    const auto shader = nir::deserialise(bytes, diagnostics);
    (void)diagnostics.render();
    if (shader == nullptr) {
        demand(diagnostics.has_errors(), "no shader and no error\n");
        return;
    }
    const Bytes again = nir::serialise(*shader);
    Diagnostics second;
    const auto reread = nir::deserialise(again, second);
    demand(reread != nullptr, second.render());
    demand(nir::serialise(*reread) == again, "bytes change on the way\n");
    const std::string text = nir::print(*shader);
    demand(nir::print(*reread) == text, text + nir::print(*reread));
    Diagnostics reading("printed", text);
    const auto parsed = nir::parse(text, reading);
    demand(parsed != nullptr, reading.render() + text);
    demand(nir::print(*parsed) == text, text + nir::print(*parsed));
    demand(nir::hash(*parsed) == nir::hash(*shader), "the hash follows the text\n" + text);
}

Bytes head() {
    Bytes bytes(nir::binary::kMagic.begin(), nir::binary::kMagic.end());
    bytes.push_back(nir::binary::kVersion);
    for (unsigned i = 0; i < 8; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(nir::binary::table_fingerprint() >> (8 * i)));
    }
    return bytes;
}

// A few bytes changed, by a sequence that the text itself starts.
void read_damaged(const nir::Shader& shader) {
    const Bytes bytes = nir::serialise(shader);
    read(bytes);
    std::uint64_t state = nir::hash_bytes(bytes).low | 1;
    for (unsigned i = 0; i < 16; ++i) {
        Bytes damaged = bytes;
        for (unsigned n = 0; n <= i % 3; ++n) {
            state = state * 0x9e3779b97f4a7c15 + 1;
            damaged[13 + (state >> 32) % (damaged.size() - 13)] =
                static_cast<std::uint8_t>(state >> 56);
        }
        read(damaged);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (text.starts_with("shader")) {
        Diagnostics diagnostics("fuzz", text);
        if (const auto shader = nir::parse(text, diagnostics)) {
            read_damaged(*shader);
        }
        return 0;
    }
    Bytes bytes = head();
    bytes.insert(bytes.end(), data, data + size);
    read(bytes);
    return 0;
}
