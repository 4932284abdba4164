#include <jacquard/support/sha256.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace jacquard {

namespace {

constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian(const std::uint8_t* bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

} // namespace

void Sha256::add_block(const std::uint8_t* block) {
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i) {
        words[i] = big_endian(block + 4 * i);
    }
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t early = words[i - 15];
        const std::uint32_t late = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] +
                   (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3) +
                   (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                    ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
        const std::uint32_t second =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) {
        state_[i] += added[i];
    }
}

Sha256& Sha256::add(std::string_view bytes) {
    if (bytes.empty()) {
        return *this;
    }
    const auto* from = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t left = bytes.size();
    const std::size_t begun = size_ % block_.size();
    size_ += left;
    if (begun != 0) {
        const std::size_t part = std::min(left, block_.size() - begun);
        std::memcpy(block_.data() + begun, from, part);
        from += part;
        left -= part;
        if (begun + part < block_.size()) {
            return *this;
        }
        add_block(block_.data());
    }
    for (; left >= block_.size(); left -= block_.size(), from += block_.size()) {
        add_block(from);
    }
    if (left != 0) {
        std::memcpy(block_.data(), from, left);
    }
    return *this;
}

Sha256& Sha256::add_field(std::string_view bytes) {
    return add(std::to_string(bytes.size()) + ':').add(bytes);
}

Sha256::Digest Sha256::digest() const {
    Sha256 last = *this;
    const std::uint64_t bits = size_ * 8;
    const std::size_t begun = size_ % block_.size();
    std::string padding(begun < 56 ? 56 - begun : 120 - begun, '\0');
    padding[0] = '\x80';
    for (unsigned shift = 64; shift != 0; shift -= 8) {
        padding += static_cast<char>(bits >> (shift - 8) & 0xff);
    }
    last.add(padding);
    Digest digest{};
    for (std::size_t i = 0; i < digest.size(); ++i) {
        digest[i] = static_cast<std::uint8_t>(last.state_[i / 4] >> (24 - 8 * (i % 4)));
    }
    return digest;
}

std::string Sha256::hex(std::size_t digits) const {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest()) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    text.resize(std::min(digits, text.size()));
    return text;
}

} // namespace jacquard
