#pragma once

#include <jacquard/ir3/isa/assemble/line_cursor.h>

#include <cstdint>

namespace jacquard::ir3 {

// Reads the numbers of a line: whole ones, distances and floats.
class NumberReader : public LineCursor {
  public:
    using LineCursor::LineCursor;

    // A decimal or hexadecimal number with an optional minus that fits into 32 bits.
    bool number(std::int64_t& value);
    template <typename Number>
    bool number_into(Number& value) {
        std::int64_t read = 0;
        const char* start = at_;
        if (!number(read))
            return false;
        value = static_cast<Number>(read);
        if (static_cast<std::int64_t>(value) == read)
            return true;
        at_ = start;
        return missing("a smaller number");
    }
    // A number that must be this one.
    bool this_number(std::int64_t wanted);
    // "+n" or "-n"; nothing means 0.
    template <typename Number>
    bool offset_into(Number& value) {
        value = 0;
        return at_ == end_ || (*at_ != '+' && *at_ != '-') || signed_number(value);
    }
    // " + n" or " - n" inside r<a0.x + n>; nothing means 0.
    bool relative(std::int32_t& value);
    bool immediate(std::int32_t& value);
    // A float as it prints, or its bits in hexadecimal.
    bool float16(std::int32_t& bits);
    bool float32(std::int32_t& bits);
    // The same where whole numbers may stand as well: bits in hexadecimal stand behind an f.
    bool marked_float32(std::int32_t& bits);

  private:
    bool long_number(std::int64_t& value);
    template <typename Number>
    bool signed_number(Number& value) {
        const char* start = at_;
        at_ += *at_ == '+' ? 1 : 0;
        if (number_into(value))
            return true;
        at_ = start;
        return false;
    }
    bool float_value(float& value);
    bool raw_bits(std::int32_t& bits);
    bool decimal_float32(std::int32_t& bits);
};

} // namespace jacquard::ir3
