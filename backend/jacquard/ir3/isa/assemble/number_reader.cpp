#include <jacquard/ir3/isa/assemble/number_reader.h>
#include <jacquard/support/expression/decimal_half.h>

#include <bit>
#include <charconv>
#include <limits>

namespace jacquard::ir3 {

namespace {

constexpr std::int64_t kLeastNumber = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kGreatestNumber = std::numeric_limits<std::uint32_t>::max();

} // namespace

bool NumberReader::number(std::int64_t& value) {
    const bool negative = next_is('-');
    const Letters next = letters_behind(next_letters(), negative ? 1 : 0);
    const auto [read, digits] = leading_number(next);
    const bool is_hex = (next & letters_mask(2)) == letters_of("0x");
    if (digits == 0 || digits >= kLettersAtOnce - 1 || is_hex)
        return long_number(value);
    value = negative ? -std::int64_t{read} : std::int64_t{read};
    at_ += digits + (negative ? 1 : 0);
    return true;
}

// Numbers of any length, hexadecimal ones, and what is none.
bool NumberReader::long_number(std::int64_t& value) {
    const char* place = at_;
    const bool negative = place != end_ && *place == '-';
    place += negative ? 1 : 0;
    std::uint64_t read = 0;
    const char* first = place;
    if (end_ - place > 2 && place[0] == '0' && place[1] == 'x') {
        const auto [stop, fault] = std::from_chars(first + 2, end_, read, 16);
        if (fault == std::errc::result_out_of_range)
            return missing("a number of 32 bits");
        if (fault != std::errc())
            return missing("a number");
        place = stop;
    } else {
        while (place != end_ && *place >= '0' && *place <= '9' && read <= std::uint64_t{1} << 40)
            read = read * 10 + static_cast<std::uint64_t>(*place++ - '0');
    }
    if (place == first)
        return missing("a number");
    if (read > static_cast<std::uint64_t>(negative ? -kLeastNumber : kGreatestNumber))
        return missing("a number of 32 bits");
    value = negative ? -static_cast<std::int64_t>(read) : static_cast<std::int64_t>(read);
    at_ = place;
    return true;
}

bool NumberReader::this_number(std::int64_t wanted) {
    const char* start = at_;
    std::int64_t value = 0;
    if (!number(value))
        return false;
    if (value == wanted)
        return true;
    at_ = start;
    return missing("another number");
}

bool NumberReader::relative(std::int32_t& value) {
    value = 0;
    const char* start = at_;
    blanks();
    if (at_ == end_ || (*at_ != '+' && *at_ != '-')) {
        at_ = start;
        return true;
    }
    const bool negative = *at_++ == '-';
    blanks();
    if (!number_into(value)) {
        at_ = start;
        return false;
    }
    // The distance of the least number has no positive counterpart, and fits nowhere.
    if (negative && value != std::numeric_limits<std::int32_t>::min())
        value = -value;
    return true;
}

bool NumberReader::immediate(std::int32_t& value) {
    std::int64_t read = 0;
    if (!number(read))
        return false;
    value = static_cast<std::int32_t>(static_cast<std::uint32_t>(read));
    return true;
}

bool NumberReader::raw_bits(std::int32_t& bits) {
    return starts_with("0x") && immediate(bits);
}

bool NumberReader::float_value(float& value) {
    const char* first = at_;
    const auto [stop, fault] = std::from_chars(first, end_, value);
    if (fault == std::errc::result_out_of_range)
        return missing("a float that 32 bits can hold");
    if (fault != std::errc())
        return missing("a float");
    // A NaN keeps its sign, which the conversion may lose.
    if (value != value) {
        value = std::bit_cast<float>(*first == '-' ? 0xffc00000U : 0x7fc00000U);
    }
    at_ = stop;
    return true;
}

bool NumberReader::decimal_float32(std::int32_t& bits) {
    float value = 0;
    if (!float_value(value))
        return false;
    bits = std::bit_cast<std::int32_t>(value);
    return true;
}

bool NumberReader::float32(std::int32_t& bits) {
    return raw_bits(bits) || decimal_float32(bits);
}

bool NumberReader::marked_float32(std::int32_t& bits) {
    if (option('f'))
        return raw_bits(bits) || missing("0x and the bits of a float");
    if (starts_with("0x"))
        return missing("a float");
    return decimal_float32(bits);
}

bool NumberReader::float16(std::int32_t& bits) {
    if (raw_bits(bits))
        return true;
    std::uint16_t value = 0;
    const auto [stop, fault] = half_from_chars(at_, end_, value);
    if (fault == std::errc::result_out_of_range)
        return missing("a float that 16 bits can hold");
    if (fault != std::errc())
        return missing("a float");
    bits = value;
    at_ = stop;
    return true;
}

} // namespace jacquard::ir3
