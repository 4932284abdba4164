#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/support/expression/expression.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace jacquard::ir3 {
namespace {

struct Range {
    std::int64_t low;
    std::int64_t high;
};

bool is_float(DataType type) {
    return type == DataType::f16 || type == DataType::f32;
}

Range range_of(DataType type) {
    switch (type) {
    case DataType::u16: return {0, 0xffff};
    case DataType::u32: return {0, 0xffffffff};
    case DataType::s16: return {-0x8000, 0x7fff};
    case DataType::s32: return {std::numeric_limits<std::int32_t>::min(), 0x7fffffff};
    default: return {0, 0xff};
    }
}

std::uint32_t mask_of(DataType type) {
    if (!is_half_type(type)) {
        return 0xffffffff;
    }
    return type == DataType::u8 || type == DataType::u8_32 ? 0xff : 0xffff;
}

std::int64_t integer_of(std::uint32_t bits, DataType type) {
    switch (type) {
    case DataType::u16: return static_cast<std::uint16_t>(bits);
    case DataType::u32: return bits;
    case DataType::s16: return static_cast<std::int16_t>(bits);
    case DataType::s32: return static_cast<std::int32_t>(bits);
    // The hardware takes the highest bit of a byte for its sign.
    default: return static_cast<std::int8_t>(bits);
    }
}

std::int64_t integer_of_float(float value, DataType to) {
    const Range range = range_of(to);
    if (value != value) {
        return 0;
    }
    // Both ends are exact as doubles.
    const double clamped = std::clamp(static_cast<double>(value), static_cast<double>(range.low),
                                      static_cast<double>(range.high));
    return static_cast<std::int64_t>(clamped);
}

// The neighbour of a half float in the direction of the sign.
std::uint16_t next_half(std::uint16_t half, bool up) {
    if ((half & 0x7fff) == 0) {
        return up ? 0x0001 : 0x8001;
    }
    const bool grows = ((half & 0x8000) == 0) == up;
    return static_cast<std::uint16_t>(grows ? half + 1 : half - 1);
}

std::uint16_t half_of(float value, RoundMode round) {
    if (round == RoundMode::even) {
        return float_to_half(value);
    }
    const std::uint16_t cut = float_to_half_toward_zero(value);
    const bool up = round == RoundMode::pos_infinity;
    if (round == RoundMode::toward_zero || !std::isfinite(value)) {
        return cut;
    }
    const float reached = half_to_float(cut);
    const bool wrong_side = up ? reached < value : reached > value;
    return wrong_side ? next_half(cut, up) : cut;
}

} // namespace

std::uint32_t convert(std::uint32_t bits, DataType from, DataType to, RoundMode round) {
    if (from == to) {
        return bits & mask_of(to);
    }
    if (!is_float(from)) {
        const std::int64_t value = integer_of(bits, from);
        if (!is_float(to)) {
            return static_cast<std::uint32_t>(value) & mask_of(to);
        }
        const float converted = static_cast<float>(value);
        return to == DataType::f32 ? std::bit_cast<std::uint32_t>(converted)
                                   : float_to_half(converted);
    }
    const float value = from == DataType::f32 ? std::bit_cast<float>(bits)
                                              : half_to_float(static_cast<std::uint16_t>(bits));
    if (to == DataType::f32) {
        return std::bit_cast<std::uint32_t>(value);
    }
    if (to == DataType::f16) {
        return half_of(value, round);
    }
    return static_cast<std::uint32_t>(integer_of_float(value, to)) & mask_of(to);
}

std::uint32_t widened(std::uint32_t word, DataType type) {
    switch (type) {
    case DataType::f16:
        return std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(word)));
    case DataType::s16:
        return static_cast<std::uint32_t>(
            static_cast<std::int32_t>(static_cast<std::int16_t>(word)));
    default: return word;
    }
}

std::uint32_t narrowed(std::uint32_t word, DataType type) {
    return type == DataType::f16 ? float_to_half(std::bit_cast<float>(word)) : word;
}

} // namespace jacquard::ir3
