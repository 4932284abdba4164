// The library and the tool use this of C++20, and Emscripten's standard library, libc++ 13, does
// not have it. Every source of the build for WebAssembly includes it first.
#pragma once

// Sources of others, in C or an earlier C++, need none of it.
#if defined(__cplusplus) && __cplusplus >= 202002L
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

namespace std {

template <typename To, typename From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> &&
         is_trivially_copyable_v<From>) constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

template <typename Letter, typename Traits, typename Memory>
constexpr strong_ordering operator<=>(const basic_string<Letter, Traits, Memory>& a,
                                      const basic_string<Letter, Traits, Memory>& b) noexcept {
    return a.compare(b) <=> 0;
}

namespace jacquard_detail {

inline constexpr auto three_way = []<typename Value>(const Value& a, const Value& b) {
    if constexpr (requires { a <=> b; }) {
        return a <=> b;
    } else {
        return a < b   ? weak_ordering::less
               : b < a ? weak_ordering::greater
                       : weak_ordering::equivalent;
    }
};

template <typename Value>
using ordering_of = decltype(three_way(declval<const Value&>(), declval<const Value&>()));

} // namespace jacquard_detail

template <typename First, typename Second>
constexpr auto operator<=>(const pair<First, Second>& a, const pair<First, Second>& b)
    -> common_comparison_category_t<jacquard_detail::ordering_of<First>,
                                    jacquard_detail::ordering_of<Second>> {
    if (const auto order = jacquard_detail::three_way(a.first, b.first); order != 0) {
        return order;
    }
    return jacquard_detail::three_way(a.second, b.second);
}

template <typename Value, std::size_t kSize>
constexpr auto operator<=>(const array<Value, kSize>& a, const array<Value, kSize>& b)
    -> jacquard_detail::ordering_of<Value> {
    for (std::size_t i = 0; i < kSize; ++i) {
        if (const auto order = jacquard_detail::three_way(a[i], b[i]); order != 0) {
            return order;
        }
    }
    return jacquard_detail::ordering_of<Value>::equivalent;
}

template <typename... Values>
constexpr auto operator<=>(const tuple<Values...>& a, const tuple<Values...>& b) {
    using Order =
        common_comparison_category_t<jacquard_detail::ordering_of<remove_cvref_t<Values>>...>;
    return [&]<std::size_t... kPlaces>(index_sequence<kPlaces...>) {
        Order order = Order::equivalent;
        const auto differ = [&](const auto& first, const auto& second) {
            order = jacquard_detail::three_way(first, second);
            return order != 0;
        };
        static_cast<void>((differ(get<kPlaces>(a), get<kPlaces>(b)) || ...));
        return order;
    }
    (index_sequence_for<Values...>());
}

namespace ranges {

template <typename Range, typename Predicate>
constexpr bool all_of(Range&& range, Predicate predicate) {
    return std::all_of(std::begin(range), std::end(range),
                       [&](const auto& each) { return std::invoke(predicate, each); });
}

template <typename Range, typename Value>
constexpr auto count(Range&& range, const Value& value) {
    return std::count(std::begin(range), std::end(range), value);
}

template <typename Range>
constexpr auto max(Range&& range) {
    return *std::max_element(std::begin(range), std::end(range));
}

} // namespace ranges

template <std::size_t kAlignment, typename Value>
[[nodiscard]] constexpr Value* assume_aligned(Value* at) {
    return static_cast<Value*>(__builtin_assume_aligned(at, kAlignment));
}

// The number that strtod() or strtof() reads is the nearest one, as from_chars() has it.
template <typename Float>
requires is_floating_point_v<Float>
    from_chars_result from_chars(const char* first, const char* last, Float& value,
                                 chars_format format = chars_format::general) {
    const auto is_in = [&](const char* at, string_view letters) {
        return at != last && letters.find(*at) != string_view::npos;
    };
    const bool is_hex = format == chars_format::hex;
    const string_view digits = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
    const char* at = first;
    at += is_in(at, "-") ? 1 : 0;
    const char* const number = at;
    while (is_in(at, digits)) {
        ++at;
    }
    bool has_digits = at != number;
    if (is_in(at, ".")) {
        const char* fraction = at + 1;
        while (is_in(fraction, digits)) {
            ++fraction;
        }
        has_digits = has_digits || fraction != at + 1;
        at = has_digits ? fraction : at;
    }
    if (has_digits && format != chars_format::fixed && is_in(at, is_hex ? "pP" : "eE")) {
        const char* exponent = at + 1;
        exponent += is_in(exponent, "+-") ? 1 : 0;
        const char* const exponent_digits = exponent;
        while (is_in(exponent, "0123456789")) {
            ++exponent;
        }
        at = exponent != exponent_digits ? exponent : at;
    }
    if (!has_digits) { // an infinity, or none of a number
        const auto starts_with = [&](string_view word) {
            return static_cast<std::size_t>(last - number) >= word.size() &&
                   equal(word.begin(), word.end(), number, [](char known, char given) {
                       return known == (given >= 'A' && given <= 'Z' ? given + 32 : given);
                   });
        };
        const std::size_t size = starts_with("infinity")                    ? 8
                                 : starts_with("inf") || starts_with("nan") ? 3
                                                                            : 0;
        if (size == 0) {
            return {first, errc::invalid_argument};
        }
        value = starts_with("nan") ? numeric_limits<Float>::quiet_NaN()
                                   : numeric_limits<Float>::infinity();
        value = number != first ? -value : value;
        return {number + size, errc()};
    }
    string text(first, number);
    text += is_hex ? "0x" : "";
    text.append(number, at);
    const int error = errno;
    errno = 0;
    const Float read = is_same_v<Float, float> ? static_cast<Float>(strtof(text.c_str(), nullptr))
                                               : static_cast<Float>(strtod(text.c_str(), nullptr));
    const bool is_out = errno == ERANGE && (read == 0 || isinf(read));
    errno = error;
    if (is_out) {
        return {at, errc::result_out_of_range};
    }
    value = read;
    return {at, errc()};
}

namespace jacquard_detail {

inline to_chars_result put(char* first, char* last, const char* text, int size) {
    if (last - first < size) {
        return {last, errc::value_too_large};
    }
    return {copy(text, text + size, first), errc()};
}

// The fewest digits after the first that read back as the value, in the form d.ddde-dd.
template <typename Float>
int shortest_digits(Float value) {
    for (int digits = 0; digits < 17; ++digits) {
        char text[64];
        snprintf(text, sizeof text, "%.*e", digits, static_cast<double>(value));
        const Float read = is_same_v<Float, float> ? static_cast<Float>(strtof(text, nullptr))
                                                   : static_cast<Float>(strtod(text, nullptr));
        if (read == value) {
            return digits;
        }
    }
    return 17;
}

} // namespace jacquard_detail

template <typename Float>
requires is_floating_point_v<Float> to_chars_result to_chars(char* first, char* last, Float value,
                                                             chars_format format, int precision) {
    char text[1200];
    const char* const form = format == chars_format::fixed        ? "%.*f"
                             : format == chars_format::scientific ? "%.*e"
                                                                  : "%.*g";
    const int size = snprintf(text, sizeof text, form, precision, static_cast<double>(value));
    return jacquard_detail::put(first, last, text, size);
}

// As few digits as read back as the value; in the fixed form a large whole number has all of them.
template <typename Float>
requires is_floating_point_v<Float> to_chars_result to_chars(char* first, char* last, Float value,
                                                             chars_format format) {
    if (!isfinite(value)) {
        return to_chars(first, last, value, format, 0);
    }
    const int digits = jacquard_detail::shortest_digits(value);
    if (format == chars_format::scientific) {
        return to_chars(first, last, value, format, digits);
    }
    char text[64];
    snprintf(text, sizeof text, "%.*e", digits, static_cast<double>(value));
    const int exponent = atoi(strchr(text, 'e') + 1);
    return to_chars(first, last, value, chars_format::fixed, max(digits - exponent, 0));
}

// The shorter of both forms, the fixed one if they are as long.
template <typename Float>
requires is_floating_point_v<Float> to_chars_result to_chars(char* first, char* last, Float value) {
    char fixed[1200];
    char scientific[64];
    const auto in_fixed = to_chars(fixed, fixed + sizeof fixed, value, chars_format::fixed);
    const auto in_scientific =
        to_chars(scientific, scientific + sizeof scientific, value, chars_format::scientific);
    const auto fixed_size = static_cast<int>(in_fixed.ptr - fixed);
    const auto scientific_size = static_cast<int>(in_scientific.ptr - scientific);
    return fixed_size <= scientific_size
               ? jacquard_detail::put(first, last, fixed, fixed_size)
               : jacquard_detail::put(first, last, scientific, scientific_size);
}

} // namespace std
#endif
