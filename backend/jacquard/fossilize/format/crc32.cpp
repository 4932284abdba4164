#include <jacquard/fossilize/format/crc32.h>

#include <array>

namespace jacquard::fossilize {

namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
    constexpr std::uint32_t kPolynomial = 0xedb88320; // its bits in reverse
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t rest = byte;
        for (unsigned bit = 0; bit < 8; ++bit) {
            rest = (rest & 1) != 0 ? rest >> 1 ^ kPolynomial : rest >> 1;
        }
        table[byte] = rest;
    }
    return table;
}

} // namespace

std::uint32_t crc32(std::string_view bytes) {
    static constexpr std::array<std::uint32_t, 256> kTable = make_table();
    std::uint32_t sum = 0xffffffff;
    for (const char byte : bytes) {
        sum = sum >> 8 ^ kTable[(sum ^ static_cast<unsigned char>(byte)) & 0xff];
    }
    return ~sum;
}

} // namespace jacquard::fossilize
