#pragma once

#include <jacquard/ir3/isa/assemble/line_cursor.h>

#include <cstdint>

// Reads the numbers of a line: whole ones, distances and floats.
namespace jacquard::ir3 {

// A decimal or hexadecimal number with an optional minus that fits into 32 bits.
bool read_number(LineCursor& in, std::int64_t& value);
template <typename Number>
bool read_number_into(LineCursor& in, Number& value) {
    std::int64_t read = 0;
    const char* start = in.mark();
    if (!read_number(in, read))
        return false;
    value = static_cast<Number>(read);
    if (static_cast<std::int64_t>(value) == read)
        return true;
    in.back_to(start);
    return in.missing("a smaller number");
}
// A number that must be this one.
bool read_this_number(LineCursor& in, std::int64_t wanted);
// "+n" or "-n"; nothing means 0.
template <typename Number>
bool read_offset_into(LineCursor& in, Number& value) {
    value = 0;
    const char* start = in.mark();
    if (!in.option('+') && !in.next_is('-'))
        return true;
    if (read_number_into(in, value))
        return true;
    in.back_to(start);
    return false;
}
// " + n" or " - n" inside r<a0.x + n>; nothing means 0.
bool read_relative(LineCursor& in, std::int32_t& value);
bool read_immediate(LineCursor& in, std::int32_t& value);
// A float as it prints, or its bits in hexadecimal.
bool read_float16(LineCursor& in, std::int32_t& bits);
bool read_float32(LineCursor& in, std::int32_t& bits);
// The same where whole numbers may stand as well: bits in hexadecimal stand behind an f.
bool read_marked_float32(LineCursor& in, std::int32_t& bits);

} // namespace jacquard::ir3
