#include <jacquard/support/expression/decimal_half.h>
#include <jacquard/support/expression/half.h>

#include <array>
#include <cmath>
#include <compare>
#include <string>
#include <string_view>
#include <system_error>

namespace jacquard {
namespace {

constexpr std::uint16_t kInfinity = 0x7c00;

// A positive number in decimals: 0.DIGITS times ten to the exponent, without zeros at both ends.
// The order of its members makes the default order that of the numbers.
struct Decimal {
    std::int64_t exponent = 0;
    std::string digits;

    friend auto operator<=>(const Decimal&, const Decimal&) = default;
};

// The text is a number without a sign that was read before.
Decimal decimal_of(std::string_view text) {
    Decimal result;
    bool is_behind_point = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '.') {
            is_behind_point = true;
        } else if (text[i] == 'e' || text[i] == 'E') {
            const std::size_t plus = i + 1 < text.size() && text[i + 1] == '+' ? 1 : 0;
            std::int64_t exponent = 0;
            std::from_chars(text.data() + i + 1 + plus, text.data() + text.size(), exponent);
            result.exponent += exponent;
            break;
        } else if (text[i] != '0' || !result.digits.empty()) {
            result.digits += text[i];
            result.exponent += is_behind_point ? 0 : 1;
        } else {
            result.exponent -= is_behind_point ? 1 : 0;
        }
    }
    result.digits.erase(result.digits.find_last_not_of('0') + 1);
    return result;
}

// Compares a number in decimals with a double that is no further from it than any other.
std::strong_ordering compare(std::string_view text, double value) {
    // The middle of two halves has fewer digits than that.
    constexpr int kDigits = 40;
    std::array<char, kDigits + 16> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::scientific, kDigits);
    return decimal_of(text) <=>
           decimal_of({buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())});
}

// The greatest half float that is not above a positive number.
std::uint16_t half_not_above(double magnitude) {
    const std::uint16_t half = float_to_half_toward_zero(static_cast<float>(magnitude));
    return half_to_float(half) > magnitude ? static_cast<std::uint16_t>(half - 1) : half;
}

} // namespace

std::from_chars_result half_from_chars(const char* first, const char* last, std::uint16_t& half) {
    double value = 0;
    const std::from_chars_result read = std::from_chars(first, last, value);
    if (read.ec != std::errc()) {
        return read;
    }
    const bool is_negative = *first == '-';
    const char* digits = first + (is_negative ? 1 : 0);
    const bool is_word = *digits != '.' && (*digits < '0' || *digits > '9');
    const double magnitude = std::fabs(value);
    std::uint16_t result = 0;
    if (is_word) {
        result = std::isnan(value) ? 0x7e00 : kInfinity;
    } else if (magnitude >= 65536.0) {
        return {read.ptr, std::errc::result_out_of_range};
    } else {
        result = half_not_above(magnitude);
        const double below = half_to_float(result);
        const double above = result + 1 == kInfinity
                                 ? 65536.0
                                 : double{half_to_float(static_cast<std::uint16_t>(result + 1))};
        const double middle = (below + above) / 2;
        const std::strong_ordering order =
            magnitude < middle ? std::strong_ordering::less
            : magnitude > middle
                ? std::strong_ordering::greater
                : compare({digits, static_cast<std::size_t>(read.ptr - digits)}, middle);
        const bool is_up = order > 0 || (order == 0 && (result & 1U) != 0);
        result = static_cast<std::uint16_t>(result + (is_up ? 1 : 0));
        if (result == kInfinity) {
            return {read.ptr, std::errc::result_out_of_range};
        }
    }
    half = static_cast<std::uint16_t>(result | (is_negative ? 0x8000U : 0U));
    return read;
}

} // namespace jacquard
