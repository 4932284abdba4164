// Any bytes are read as the binary form of NIR, and the shader of good ones is interpreted and goes
// through passes like one from a text.
//
// An input that is the text of a shader is written first and then damaged, as in nir_binary_fuzz.
#include <jacquard/nir/binary/binary_format.h>
#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/hash.h>
#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/text/parse/parser.h>

#include "fuzzing.h"

#include <vector>

using namespace jacquard;
using namespace jacquard::fuzzing;

namespace {

using Bytes = std::vector<std::uint8_t>;

void read(const Bytes& bytes) {
    Diagnostics diagnostics;
    const auto shader = nir::deserialise(bytes, diagnostics, kSmall);
    demand(shader != nullptr || diagnostics.has_errors(), "no shader and no error");
    if (shader != nullptr) {
        interpret(*shader);
        run_passes(*shader, nir::hash_bytes(bytes).low, 4);
    }
}

// Returns the bytes before a shader: magic, version, fingerprint of the tables.
Bytes head() {
    Bytes bytes(nir::binary::kMagic.begin(), nir::binary::kMagic.end());
    bytes.push_back(nir::binary::kVersion);
    for (unsigned i = 0; i < 8; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(nir::binary::table_fingerprint() >> (8 * i)));
    }
    return bytes;
}

// A few bytes changed, by a sequence that the bytes themselves start.
void read_damaged(const Bytes& bytes) {
    const std::size_t first = head().size();
    std::uint64_t state = nir::hash_bytes(bytes).low | 1;
    for (unsigned i = 0; i < 8; ++i) {
        Bytes damaged = bytes;
        for (unsigned n = 0; n <= i % 3; ++n) {
            state = state * 0x9e3779b97f4a7c15 + 1;
            damaged[first + (state >> 32) % (damaged.size() - first)] =
                static_cast<std::uint8_t>(state >> 56);
        }
        read(damaged);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    if (text.starts_with("shader")) {
        Diagnostics diagnostics("fuzz", text);
        if (const auto shader = nir::parse(text, diagnostics, kSmall)) {
            read_damaged(nir::serialise(*shader));
        }
        return 0;
    }
    Bytes bytes = head();
    bytes.insert(bytes.end(), data, data + size);
    read(bytes);
    return 0;
}
