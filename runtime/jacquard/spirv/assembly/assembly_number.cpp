#include <jacquard/spirv/assembly/assembly_number.h>
#include <jacquard/support/expression/decimal_half.h>
#include <jacquard/support/text/letters.h>

#include <bit>
#include <charconv>
#include <cmath>

namespace jacquard::spirv {

namespace {

// The fields of a float.
struct FloatFields {
    unsigned mantissa_bits;
    unsigned exponent_bits;

    [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    [[nodiscard]] std::uint64_t mantissa_mask() const {
        return (std::uint64_t{1} << mantissa_bits) - 1;
    }
    [[nodiscard]] std::uint64_t exponent_mask() const {
        return (std::uint64_t{1} << exponent_bits) - 1;
    }
};

FloatFields fields_of(unsigned width) {
    return width == 16   ? FloatFields{10, 5}
           : width == 64 ? FloatFields{52, 11}
                         : FloatFields{23, 8};
}

bool take_sign(std::string_view& text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    return is_negative;
}

bool take_hexadecimal_sign(std::string_view& text) {
    if (!text.starts_with("0x") && !text.starts_with("0X")) {
        return false;
    }
    text.remove_prefix(2);
    return true;
}

bool read_integer(std::string_view text, const NumberFormat& format, std::uint64_t& bits,
                  std::string& fault) {
    const bool is_negative = take_sign(text);
    const bool is_hexadecimal = take_hexadecimal_sign(text);
    std::uint64_t magnitude = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] =
        std::from_chars(text.data(), last, magnitude, is_hexadecimal ? 16 : 10);
    if (error == std::errc::invalid_argument || end != last) {
        fault = "it is no integer";
        return false;
    }
    const std::string type = (format.is_signed ? "a signed" : "an unsigned") +
                             std::string(" integer of ") + std::to_string(format.width) + " bits";
    const std::uint64_t mask =
        format.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << format.width) - 1;
    const std::uint64_t half = std::uint64_t{1} << (format.width - 1);
    // Hexadecimal digits are the bits themselves.
    const std::uint64_t most = is_negative                           ? half
                               : format.is_signed && !is_hexadecimal ? half - 1
                                                                     : mask;
    if (error != std::errc{} || magnitude > most || (is_negative && !format.is_signed)) {
        fault = "it does not fit into " + type;
        return false;
    }
    bits = is_negative ? std::uint64_t{0} - magnitude : magnitude;
    if (format.is_signed && (bits & half) != 0) {
        bits |= ~mask;
    }
    bits &= format.width <= 32 ? 0xffffffffU : ~std::uint64_t{0};
    return true;
}

// Digits of a hexadecimal float: `significand` * 2^`exponent`.
struct HexadecimalFloat {
    std::uint64_t significand = 0;
    int exponent = 0;
};

bool read_hexadecimal(std::string_view text, HexadecimalFloat& value) {
    bool behind_point = false;
    bool has_digits = false;
    std::size_t i = 0;
    for (; i < text.size() && text[i] != 'p' && text[i] != 'P'; ++i) {
        if (text[i] == '.' && !behind_point) {
            behind_point = true;
            continue;
        }
        const int digit = hex_digit(text[i]);
        if (digit < 0) {
            return false;
        }
        has_digits = true;
        if (value.significand >> 60 != 0) { // no format keeps these bits
            value.significand |= digit != 0 ? 1 : 0;
            value.exponent += behind_point ? 0 : 4;
        } else {
            value.significand = value.significand << 4 | static_cast<std::uint64_t>(digit);
            value.exponent -= behind_point ? 4 : 0;
        }
    }
    if (!has_digits) {
        return false;
    }
    if (i == text.size()) {
        return true;
    }
    std::string_view exponent = text.substr(i + 1);
    const bool is_negative = take_sign(exponent);
    int power = 0;
    const char* const last = exponent.data() + exponent.size();
    const auto [end, error] = std::from_chars(exponent.data(), last, power);
    if (error != std::errc{} || end != last || power < 0 || power > 100'000) {
        return false;
    }
    value.exponent += is_negative ? -power : power;
    return true;
}

// Rounds to nearest, ties to even. An exponent one above the largest finite one is kept with its
// mantissa, as the printer writes infinities and NaNs.
bool pack_float(HexadecimalFloat value, const FloatFields& fields, std::uint64_t& bits) {
    if (value.significand == 0) {
        bits = 0;
        return true;
    }
    const int shift = std::countl_zero(value.significand);
    value.significand <<= shift; // the highest bit counts 2^63
    int exponent = value.exponent - shift + 63;
    if (exponent > fields.bias() + 1) {
        return false;
    }
    const bool is_denormal = exponent < 1 - fields.bias();
    const int lost = 63 - static_cast<int>(fields.mantissa_bits) +
                     (is_denormal ? 1 - fields.bias() - exponent : 0);
    if (lost > 64) {
        bits = 0;
        return true;
    }
    std::uint64_t kept = lost == 64 ? 0 : value.significand >> lost;
    const std::uint64_t half = std::uint64_t{1} << (lost - 1);
    const std::uint64_t rest =
        lost == 64 ? value.significand : value.significand & (half | (half - 1));
    const bool is_special = exponent == fields.bias() + 1;
    if (!is_special && (rest > half || (rest == half && (kept & 1) != 0))) {
        ++kept; // a carry is the next exponent
    }
    const std::uint64_t base = is_denormal
                                   ? 0
                                   : static_cast<std::uint64_t>(exponent + fields.bias() - 1)
                                         << fields.mantissa_bits;
    bits = base + kept;
    return is_special || bits >> fields.mantissa_bits != fields.exponent_mask();
}

bool read_decimal(std::string_view text, unsigned width, std::uint64_t& bits) {
    const char* const last = text.data() + text.size();
    if (width == 64) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), last, value);
        bits = std::bit_cast<std::uint64_t>(value);
        return error == std::errc{} && end == last && std::isfinite(value);
    }
    if (width == 16) {
        std::uint16_t half = 0;
        const auto [end, error] = half_from_chars(text.data(), last, half);
        bits = half;
        return error == std::errc{} && end == last && (half & 0x7c00U) != 0x7c00U;
    }
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), last, value);
    bits = std::bit_cast<std::uint32_t>(value);
    const FloatFields fields = fields_of(width);
    return error == std::errc{} && end == last &&
           bits >> fields.mantissa_bits != fields.exponent_mask();
}

bool read_float(std::string_view text, const NumberFormat& format, std::uint64_t& bits,
                std::string& fault) {
    const bool is_negative = take_sign(text);
    const FloatFields fields = fields_of(format.width);
    std::string_view digits = text;
    bool fits = false;
    if (take_hexadecimal_sign(digits)) {
        HexadecimalFloat value;
        if (!read_hexadecimal(digits, value)) {
            fault = "it is no number";
            return false;
        }
        fits = pack_float(value, fields, bits);
    } else {
        const bool is_number = !text.empty() && (hex_digit(text[0]) >= 0 || text[0] == '.') &&
                               text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
        if (!is_number) {
            fault = "it is no number";
            return false;
        }
        fits = read_decimal(text, format.width, bits);
    }
    if (!fits) {
        fault = "it does not fit into a float of " + std::to_string(format.width) + " bits";
        return false;
    }
    bits |= is_negative ? std::uint64_t{1} << (format.width - 1) : 0;
    return true;
}

} // namespace

bool read_assembly_number(std::string_view text, const NumberFormat& format, std::uint64_t& bits,
                          std::string& fault) {
    return format.is_float ? read_float(text, format, bits, fault)
                           : read_integer(text, format, bits, fault);
}

} // namespace jacquard::spirv
