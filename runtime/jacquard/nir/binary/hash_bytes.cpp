#include <jacquard/nir/binary/hash_bytes.h>

#include <cstddef>

namespace jacquard::nir {
namespace {

constexpr std::uint64_t kFirst = 0x9e3779b97f4a7c15;
constexpr std::uint64_t kSecond = 0xc2b2ae3d27d4eb4f;

constexpr std::uint64_t mix(std::uint64_t state, std::uint64_t word, std::uint64_t factor) {
    state = (state ^ word) * factor;
    return state ^ (state >> 32);
}

// The same on machines of either byte order.
std::uint64_t word_at(std::span<const std::uint8_t> bytes, std::size_t start, std::size_t count) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < count; ++i) {
        word |= std::uint64_t{bytes[start + i]} << (8 * i);
    }
    return word;
}

} // namespace

ShaderHash hash_bytes(std::span<const std::uint8_t> bytes) {
    ShaderHash state{kSecond, kFirst};
    std::size_t at = 0;
    const auto take = [&](std::uint64_t word) {
        state.low = mix(state.low, word, kFirst);
        state.high = mix(state.high, word ^ state.low, kSecond);
    };
    for (; bytes.size() - at >= 8; at += 8) {
        take(word_at(bytes, at, 8));
    }
    take(word_at(bytes, at, bytes.size() - at));
    take(bytes.size());
    take(0);
    return state;
}

} // namespace jacquard::nir
