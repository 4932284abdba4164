#include <jacquard/spirv/module/print_instruction.h>
#include <jacquard/support/expression/half.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

namespace jacquard::spirv {

namespace {

// A float of any format as a hexadecimal one: what decimals do not show.
std::string hexadecimal(std::uint64_t bits, unsigned mantissa_bits, unsigned exponent_bits) {
    const std::uint64_t mantissa_mask = (std::uint64_t{1} << mantissa_bits) - 1;
    std::uint64_t mantissa = bits & mantissa_mask;
    const auto field =
        static_cast<int>(bits >> mantissa_bits & ((std::uint64_t{1} << exponent_bits) - 1));
    const bool is_negative = (bits >> (mantissa_bits + exponent_bits) & 1) != 0;
    const int bias = (1 << (exponent_bits - 1)) - 1;
    int exponent = field - bias;
    if (field == 0 && mantissa == 0) {
        return is_negative ? "-0x0p+0" : "0x0p+0";
    }
    if (field == 0) { // a denormal: its highest bit becomes the one in front
        exponent = 1 - bias;
        while ((mantissa & (std::uint64_t{1} << mantissa_bits)) == 0) {
            mantissa <<= 1;
            --exponent;
        }
        mantissa &= mantissa_mask;
    }
    std::string text = is_negative ? "-0x1" : "0x1";
    const unsigned digits = (mantissa_bits + 3) / 4;
    mantissa <<= digits * 4 - mantissa_bits;
    if (mantissa != 0) {
        text += '.';
        for (unsigned i = digits; mantissa != 0; --i) {
            const auto digit = static_cast<unsigned>(mantissa >> (4 * (i - 1)) & 0xf);
            text += "0123456789abcdef"[digit];
            mantissa &= (std::uint64_t{1} << (4 * (i - 1))) - 1;
        }
    }
    return text + 'p' + (exponent < 0 ? "" : "+") + std::to_string(exponent);
}

template <typename T>
std::string decimal(T value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*g", std::numeric_limits<T>::max_digits10,
                  static_cast<double>(value));
    return text.data();
}

template <typename T>
bool has_decimals(T value) {
    return std::isnormal(value) || value == T{0};
}

} // namespace

std::string print_number(const Module& module, std::uint32_t type,
                         std::span<const std::uint32_t> words) {
    const Instruction* definition = module.definition(type);
    std::uint64_t bits = words.empty() ? 0 : words[0];
    if (words.size() > 1) {
        bits |= std::uint64_t{words[1]} << 32;
    }
    if (definition == nullptr || definition->num_words < 3) {
        return std::to_string(bits);
    }
    const std::uint32_t width = module.words[definition->word + 2];
    if (definition->op() == Op::TypeFloat) {
        if (width == 16) {
            return hexadecimal(bits & 0xffff, 10, 5);
        }
        if (width == 64) {
            const auto value = std::bit_cast<double>(bits);
            return has_decimals(value) ? decimal(value) : hexadecimal(bits, 52, 11);
        }
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        return has_decimals(value) ? decimal(value) : hexadecimal(bits & 0xffffffff, 23, 8);
    }
    const bool is_signed = definition->op() == Op::TypeInt && definition->num_words > 3 &&
                           module.words[definition->word + 3] != 0;
    if (is_signed) {
        const std::int64_t value = words.size() > 1 ? static_cast<std::int64_t>(bits)
                                                    : std::int64_t{static_cast<std::int32_t>(bits)};
        return std::to_string(value);
    }
    return std::to_string(bits);
}

} // namespace jacquard::spirv
