#include "rule_values.h"

#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace rule_values {

using jacquard::nir::BaseType;
using jacquard::nir::mask_of_bits;

namespace {

std::uint64_t float_bits(double value, unsigned bit_size) {
    return bit_size == 16   ? jacquard::float_to_half(static_cast<float>(value))
           : bit_size == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                            : std::bit_cast<std::uint64_t>(value);
}

std::uint64_t infinity_bits(unsigned bit_size) {
    return bit_size == 16 ? 0x7c00 : bit_size == 32 ? 0x7f800000 : 0x7ff0000000000000;
}

std::vector<std::uint64_t> make_floats(unsigned bit_size) {
    std::vector<std::uint64_t> made;
    for (const double value : {0.0, 1.0, 0.5, 2.0, 3.0, 0.25, 1.5, 0.3, 2.5, 255.0, 1024.0, 65504.0,
                               3.14159265, 0.001}) {
        made.push_back(float_bits(value, bit_size));
        made.push_back(float_bits(-value, bit_size));
    }
    const std::uint64_t sign = std::uint64_t{1} << (bit_size - 1);
    const std::uint64_t infinity = infinity_bits(bit_size);
    const unsigned fraction = bit_size == 16 ? 10 : bit_size == 32 ? 23 : 52;
    for (const std::uint64_t bits :
         {infinity, infinity - 1, infinity | (std::uint64_t{1} << (fraction - 1)), std::uint64_t{1},
          (std::uint64_t{1} << fraction) - 1, std::uint64_t{1} << fraction,
          float_bits(1.0, bit_size) + 1, float_bits(1.0, bit_size) - 1}) {
        made.push_back(bits);
        made.push_back(bits | sign);
    }
    return made;
}

std::vector<std::uint64_t> make_integers(unsigned bit_size) {
    const std::uint64_t mask = mask_of_bits(bit_size);
    std::vector<std::uint64_t> made;
    for (std::uint64_t value = 0; value <= 9; ++value) {
        made.push_back(value & mask);
        made.push_back((0 - value) & mask);
    }
    for (unsigned bit = 3; bit < bit_size; ++bit) {
        const std::uint64_t power = std::uint64_t{1} << bit;
        for (const std::uint64_t value : {power, power - 1, ~power, ~(power - 1), power + 1}) {
            made.push_back(value & mask);
        }
    }
    for (const std::uint64_t value : {24U, 31U, 33U, 63U, 0xff00U, 0xff0000U, 0xff000000U,
                                      0xffff0000U, 0xaaaaaaaaU, 0x55555555U}) {
        made.push_back(value & mask);
    }
    return made;
}

} // namespace

const std::vector<std::uint64_t>& edges(AluType type) {
    static const std::array<std::vector<std::uint64_t>, 3> floats = {
        make_floats(16), make_floats(32), make_floats(64)};
    static const std::array<std::vector<std::uint64_t>, 5> integers = {
        make_integers(1), make_integers(8), make_integers(16), make_integers(32),
        make_integers(64)};
    static const std::array<std::vector<std::uint64_t>, 5> truths = {
        std::vector<std::uint64_t>{0, 1},
        {0, 0xff},
        {0, 0xffff},
        {0, 0xffffffff},
        {0, ~std::uint64_t{0}}};
    const unsigned place =
        type.bit_size == 1 ? 0U : static_cast<unsigned>(std::bit_width(type.bit_size)) - 3U;
    if (type.base == BaseType::bool_type) {
        return truths[place];
    }
    if (type.base == BaseType::float_type && type.bit_size >= 16) {
        return floats[place - 2];
    }
    return integers[place];
}

std::uint64_t drawn(std::mt19937_64& random, AluType type) {
    const std::uint64_t mask = mask_of_bits(type.bit_size);
    const auto& special = edges(type);
    const std::uint64_t edge = special[random() % special.size()];
    if (type.base == BaseType::bool_type) {
        return edge;
    }
    switch (random() % 8) {
    case 0:
    case 1:
    case 2:
    case 3: return edge;
    case 4: return (edge + random() % 5 - 2) & mask;
    case 5:
    case 6:
        if (type.base == BaseType::float_type) {
            return drawn_between(random, type.bit_size, -4.0, 4.0);
        }
        return random() % 34 & mask;
    default: return random() & mask;
    }
}

std::uint64_t drawn_between(std::mt19937_64& random, unsigned bit_size, double low, double high,
                            bool whole) {
    std::uniform_real_distribution<double> spread(low, high);
    const double value = spread(random);
    return float_bits(whole ? std::clamp(std::round(value), low, high) : value, bit_size);
}

double float_value(std::uint64_t bits, unsigned bit_size) {
    switch (bit_size) {
    case 16: return static_cast<double>(jacquard::half_to_float(static_cast<std::uint16_t>(bits)));
    case 32: return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    default: return std::bit_cast<double>(bits);
    }
}

bool is_nan(std::uint64_t bits, unsigned bit_size) {
    return bit_size >= 16 && (bits & mask_of_bits(bit_size - 1)) > infinity_bits(bit_size);
}

bool is_infinite(std::uint64_t bits, unsigned bit_size) {
    return bit_size >= 16 && (bits & mask_of_bits(bit_size - 1)) == infinity_bits(bit_size);
}

std::uint64_t units_between(std::uint64_t a, std::uint64_t b, unsigned bit_size) {
    // The bits of floats of one sign are ordered like the floats themselves.
    const auto ordered = [bit_size](std::uint64_t bits) {
        const std::uint64_t sign = std::uint64_t{1} << (bit_size - 1);
        const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
        return (bits & sign) != 0 ? -magnitude : magnitude;
    };
    const std::int64_t x = ordered(a);
    const std::int64_t y = ordered(b);
    return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
                 : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

} // namespace rule_values
