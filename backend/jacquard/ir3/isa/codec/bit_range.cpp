#include <jacquard/ir3/isa/codec/bit_range.h>

#include <charconv>

namespace jacquard::ir3 {

namespace {

constexpr std::uint64_t ones(unsigned count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

} // namespace

BitRange::BitRange(std::string_view bits) {
    const char* text = bits.data();
    const char* end = text + bits.size();
    while (text < end && num_pieces_ < pieces_.size()) {
        unsigned high = 0;
        text = std::from_chars(text, end, high).ptr;
        unsigned low = high;
        if (text < end && *text == ':') {
            text = std::from_chars(text + 1, end, low).ptr;
        }
        const unsigned width = high - low + 1;
        pieces_[num_pieces_++] = {low, width};
        width_ += width;
        mask_ |= ones(width) << low;
        ++text; // the comma
    }
}

std::uint64_t BitRange::gather(std::uint64_t word) const {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < num_pieces_; ++i) {
        const auto [low, width] = pieces_[i];
        value = (width < 64 ? value << width : 0) | (word >> low & ones(width));
    }
    return value;
}

std::uint64_t BitRange::scatter(std::uint64_t value) const {
    std::uint64_t word = 0;
    unsigned left = width_;
    for (unsigned i = 0; i < num_pieces_; ++i) {
        const auto [low, width] = pieces_[i];
        left -= width;
        word |= (value >> left & ones(width)) << low;
    }
    return word;
}

} // namespace jacquard::ir3
