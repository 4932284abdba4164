#include "random.h"

#include <bit>

namespace jacquard::nir {

std::uint32_t random_word(Random& random, WordStyle style) {
    // The NaN is the one that computations make here, since nobody promises bits of NaNs.
    static constexpr std::array<std::uint32_t, 32> kEdges = {
        0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0xffc00000,
        0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f000000,
        0xbf000000, 0x40000000, 0x3f7fffff, 0x3f800001, 0x4b800000, 0x4f000000, 0xcf000000,
        0x4f800000, 0x00000002, 0x0000001f, 0x00000020, 0x0000ffff, 0x7fffffff, 0xffffffff,
        0xfffffffe, 0x00003c00, 0x3c003c00, 0x00010000};
    switch (style) {
    case WordStyle::edges: return kEdges[random.below(kEdges.size())];
    case WordStyle::small_floats:
        return std::bit_cast<std::uint32_t>((static_cast<float>(random.below(257)) - 128.0F) /
                                            16.0F);
    case WordStyle::small_integers: return random.below(64) - 16;
    case WordStyle::any_floats: {
        const auto bits = static_cast<std::uint32_t>(random.bits());
        return (bits & 0x807fffffU) | ((107 + (bits >> 8) % 40) << 23);
    }
    case WordStyle::any_bits: {
        const auto bits = static_cast<std::uint32_t>(random.bits());
        return (bits & 0x7fffffffU) > 0x7f800000U ? 0xffc00000U : bits;
    }
    case WordStyle::mixed: return random_word(random, static_cast<WordStyle>(random.below(5)));
    }
    return 0;
}

} // namespace jacquard::nir
