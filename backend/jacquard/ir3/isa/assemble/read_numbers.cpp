#include <jacquard/ir3/isa/assemble/read_numbers.h>
#include <jacquard/support/expression/decimal_half.h>
#include <jacquard/support/text/letters.h>

#include <bit>
#include <charconv>
#include <limits>

namespace jacquard::ir3 {

namespace {

constexpr std::int64_t kLeastNumber = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kGreatestNumber = std::numeric_limits<std::uint32_t>::max();

// Numbers of any length, hexadecimal ones, and what is none.
bool read_long_number(LineCursor& in, std::int64_t& value) {
    const char* place = in.mark();
    const bool negative = place != in.end() && *place == '-';
    place += negative ? 1 : 0;
    std::uint64_t read = 0;
    const char* first = place;
    if (in.end() - place > 2 && place[0] == '0' && place[1] == 'x') {
        const auto [stop, fault] = std::from_chars(first + 2, in.end(), read, 16);
        if (fault == std::errc::result_out_of_range)
            return in.missing("a number of 32 bits");
        if (fault != std::errc())
            return in.missing("a number");
        place = stop;
    } else {
        while (place != in.end() && is_digit(*place) && read <= std::uint64_t{1} << 40)
            read = read * 10 + static_cast<std::uint64_t>(*place++ - '0');
    }
    if (place == first)
        return in.missing("a number");
    if (read > static_cast<std::uint64_t>(negative ? -kLeastNumber : kGreatestNumber))
        return in.missing("a number of 32 bits");
    value = negative ? -static_cast<std::int64_t>(read) : static_cast<std::int64_t>(read);
    in.back_to(place);
    return true;
}

bool read_raw_bits(LineCursor& in, std::int32_t& bits) {
    return in.starts_with("0x") && read_immediate(in, bits);
}

bool read_float_value(LineCursor& in, float& value) {
    const char* first = in.mark();
    const auto [stop, fault] = std::from_chars(first, in.end(), value);
    if (fault == std::errc::result_out_of_range)
        return in.missing("a float that 32 bits can hold");
    if (fault != std::errc())
        return in.missing("a float");
    // A NaN keeps its sign, which the conversion may lose.
    if (value != value) {
        value = std::bit_cast<float>(*first == '-' ? 0xffc00000U : 0x7fc00000U);
    }
    in.back_to(stop);
    return true;
}

bool read_decimal_float32(LineCursor& in, std::int32_t& bits) {
    float value = 0;
    if (!read_float_value(in, value))
        return false;
    bits = std::bit_cast<std::int32_t>(value);
    return true;
}

} // namespace

bool read_number(LineCursor& in, std::int64_t& value) {
    const bool negative = in.next_is('-');
    const Letters next = letters_behind(in.next_letters(), negative ? 1 : 0);
    const auto [read, digits] = leading_number(next);
    const bool is_hex = (next & letters_mask(2)) == letters_of("0x");
    if (digits == 0 || digits >= kLettersAtOnce - 1 || is_hex)
        return read_long_number(in, value);
    value = negative ? -std::int64_t{read} : std::int64_t{read};
    in.skip(digits + (negative ? 1 : 0));
    return true;
}

bool read_this_number(LineCursor& in, std::int64_t wanted) {
    const char* start = in.mark();
    std::int64_t value = 0;
    if (!read_number(in, value))
        return false;
    if (value == wanted)
        return true;
    in.back_to(start);
    return in.missing("another number");
}

bool read_relative(LineCursor& in, std::int32_t& value) {
    value = 0;
    const char* start = in.mark();
    in.blanks();
    if (in.mark() == in.end() || (*in.mark() != '+' && *in.mark() != '-')) {
        in.back_to(start);
        return true;
    }
    const bool negative = *in.mark() == '-';
    in.skip(1);
    in.blanks();
    if (!read_number_into(in, value)) {
        in.back_to(start);
        return false;
    }
    // The distance of the least number has no positive counterpart, and fits nowhere.
    if (negative && value != std::numeric_limits<std::int32_t>::min())
        value = -value;
    return true;
}

bool read_immediate(LineCursor& in, std::int32_t& value) {
    std::int64_t read = 0;
    if (!read_number(in, read))
        return false;
    value = static_cast<std::int32_t>(static_cast<std::uint32_t>(read));
    return true;
}

bool read_float32(LineCursor& in, std::int32_t& bits) {
    return read_raw_bits(in, bits) || read_decimal_float32(in, bits);
}

bool read_marked_float32(LineCursor& in, std::int32_t& bits) {
    if (in.option('f'))
        return read_raw_bits(in, bits) || in.missing("0x and the bits of a float");
    if (in.starts_with("0x"))
        return in.missing("a float");
    return read_decimal_float32(in, bits);
}

bool read_float16(LineCursor& in, std::int32_t& bits) {
    if (read_raw_bits(in, bits))
        return true;
    std::uint16_t value = 0;
    const auto [stop, fault] = half_from_chars(in.mark(), in.end(), value);
    if (fault == std::errc::result_out_of_range)
        return in.missing("a float that 16 bits can hold");
    if (fault != std::errc())
        return in.missing("a float");
    bits = value;
    in.back_to(stop);
    return true;
}

} // namespace jacquard::ir3
