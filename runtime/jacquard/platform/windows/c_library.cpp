// Functions of the C library that the cross compiler's own has, but rounds twice (fma) or computes
// from too few digits of pi (sine and cosine of large numbers). A program takes these in their
// place, since a library's functions are looked for after its own.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

__extension__ using Quad = __float128; // of 113 bits, which hold the product of two doubles
__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

// The nearest T to a * b + c. A U has more than two bits beyond twice those of a T, so the product
// is exact, and what the sum loses is kept in its last bit: odd where it is not whole. Rounding
// once more is then what rounding the true sum is.
template <class T, class U, class Bits>
T fused(T a, T b, T c) {
    const U product = static_cast<U>(a) * static_cast<U>(b);
    const U addend = static_cast<U>(c);
    U sum = product + addend;
    if (!(sum - sum == 0)) {
        return static_cast<T>(sum); // no number, or infinite
    }
    const U part = sum - product;
    const U lost = (product - (sum - part)) + (addend - part);
    auto bits = std::bit_cast<Bits>(sum);
    if (lost != 0 && (bits & 1) == 0) {
        bits += (lost > 0) == (sum > 0) ? Bits{1} : ~Bits{0};
        sum = std::bit_cast<U>(bits);
    }
    return static_cast<T>(sum);
}

// Pieces of 64 bits of 1 / (2 pi), from the point on.
constexpr std::array<std::uint64_t, 20> kTurnsOfRadian = {
    0x28be60db9391054a, 0x7f09d5f47d4d3770, 0x36d8a5664f10e410, 0x7f9458eaf7aef158,
    0x6dc91b8e909374b8, 0x01924bba82746487, 0x3f877ac72c4a69cf, 0xba208d7d4baed121,
    0x3a671c09ad17df90, 0x4e64758e60d4ce7d, 0x272117e2ef7e4a0e, 0xc7fe25fff7816603,
    0xfbcbc462d6829b47, 0xdb4d9fb3c9f2c26d, 0xd3d18fd9a797fa8b, 0x5d49eeb1faf97c5e,
    0xcf41ce7de294a4ba, 0x9afed7ec47e35742, 0x1580cc11bf1edaea, 0xfc33ef0826bd0d87};

// Returns 64 bits of it that begin so many behind the point.
std::uint64_t turn_bits(unsigned start) {
    const std::size_t first = start / 64;
    const unsigned shift = start % 64;
    return shift == 0 ? kTurnsOfRadian[first]
                      : kTurnsOfRadian[first] << shift | kTurnsOfRadian[first + 1] >> (64 - shift);
}

// An angle as whole quarters of a turn and what is left of it, in radians, at most an eighth of a
// turn.
struct Angle {
    unsigned quarters;
    long double rest;
};

// The magnitude has to be above an eighth of a turn, and finite.
Angle angle_of(double magnitude) {
    constexpr int kMantissa = std::numeric_limits<double>::digits;
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent);
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, kMantissa));
    exponent -= kMantissa;
    // Whole turns are left out where they are of whole bits.
    const unsigned start = exponent > 0 ? static_cast<unsigned>(exponent) : 0;
    std::array<std::uint64_t, 4> product{}; // the first piece is the highest, and holds whole turns
    Wide carry = 0;
    for (unsigned i = 3; i > 0; --i) {
        carry += Wide{mantissa} * turn_bits(start + 64 * (i - 1));
        product[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
    }
    product[0] = static_cast<std::uint64_t>(carry);
    // Fewer of the product's bits are whole turns where the number has bits behind the point.
    Wide turns = Wide{product[1]} << 64 | product[2];
    if (exponent < 0) {
        const auto behind = static_cast<unsigned>(-exponent);
        turns = turns >> behind | Wide{product[0]} << (128 - behind);
    }
    constexpr Wide kEighth = Wide{1} << 125;
    constexpr long double kTurn = 6.283185307179586476925286766559L;
    const Wide nearest = turns + kEighth;
    const auto rest = static_cast<SignedWide>(turns - (nearest >> 126 << 126));
    return {static_cast<unsigned>(nearest >> 126),
            std::ldexp(static_cast<long double>(rest), -128) * kTurn};
}

// The sine of an angle that is so many quarters of a turn further.
double sine_of(double angle, unsigned further) {
    constexpr double kEighthOfTurn = 0.7853981633974483;
    const double magnitude = std::fabs(angle);
    if (!std::isfinite(angle)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (magnitude <= kEighthOfTurn) {
        const auto exact = static_cast<long double>(angle);
        return static_cast<double>(further == 0 ? std::sin(exact) : std::cos(exact));
    }
    const Angle parts = angle_of(magnitude);
    // The cosine is the same of both signs; the sine changes with them.
    const bool is_negative = further == 0 && std::signbit(angle);
    const unsigned quarters = parts.quarters + further;
    const long double value = (quarters & 1) == 0 ? std::sin(parts.rest) : std::cos(parts.rest);
    return static_cast<double>(((quarters & 2) != 0) != is_negative ? -value : value);
}

} // namespace

extern "C" {

float fmaf(float a, float b, float c) {
    return fused<float, double, std::uint64_t>(a, b, c);
}
double fma(double a, double b, double c) {
    return fused<double, Quad, Wide>(a, b, c);
}
double sin(double angle) {
    return sine_of(angle, 0);
}
double cos(double angle) {
    return sine_of(angle, 1);
}
float sinf(float angle) {
    return static_cast<float>(sine_of(static_cast<double>(angle), 0));
}
float cosf(float angle) {
    return static_cast<float>(sine_of(static_cast<double>(angle), 1));
}

} // extern "C"
