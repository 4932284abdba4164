#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard {

// SHA-256 (FIPS 180-4) of bytes that come piece by piece.
class Sha256 {
  public:
    using Digest = std::array<std::uint8_t, 32>;

    Sha256& add(std::string_view bytes);
    // The length of the field stands before it, so that fields cannot run into each other.
    Sha256& add_field(std::string_view bytes);

    // Returns the digest of all data added so far; more may be added after it.
    [[nodiscard]] Digest digest() const;
    // Its first `digits` digits, in hex.
    [[nodiscard]] std::string hex(std::size_t digits = 64) const;

  private:
    void add_block(const std::uint8_t* block);

    std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> block_{}; // begun, and not full
    std::uint64_t size_ = 0;               // bytes added
};

} // namespace jacquard
