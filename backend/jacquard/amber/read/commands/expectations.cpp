#include <jacquard/amber/read/commands/compared_values.h>
#include <jacquard/amber/read/commands/expectations.h>
#include <jacquard/amber/read/lines/command_list.h>
#include <jacquard/amber/read/resources/buffers.h>

#include <string>
#include <utility>

namespace jacquard::driver::amber {

bool Expectations::read_values(ExpectCommand& expectation) {
    ExpectValues values;
    std::uint64_t first = 0;
    if (!lines_.take_unsigned("an offset", ~std::uint64_t{0} >> 1, first)) {
        return false;
    }
    Number number;
    if (read_number(lines_.peek().text, ScalarKind::unsigned_integer, 32, number)) {
        std::uint32_t y = 0;
        return lines_.take_unsigned32("y", y) &&
               (first <= 0xffffffff || lines_.fail("M103", lines_.peek(), "x is too large")) &&
               read_colour(expectation, static_cast<std::uint32_t>(first), y);
    }
    values.offset = first;
    if (lines_.take_if(Keyword::tolerance) && !take_tolerances(lines_, values.tolerances)) {
        return false;
    }
    const Token comparison = lines_.peek();
    if (!lines_.take_word(kComparisonWords, values.comparison)) {
        return false;
    }
    if (!values.tolerances.empty()) {
        if (values.comparison != Comparison::eq) {
            return lines_.fail("M108", comparison, "a tolerance goes with EQ alone");
        }
        values.comparison = Comparison::near;
    }
    if (!take_compared(lines_, {}, values)) {
        return false;
    }
    expectation.what = std::move(values);
    return true;
}

bool Expectations::read_colour(ExpectCommand& expectation, std::uint32_t x, std::uint32_t y) {
    ExpectColour colour;
    colour.x = x;
    colour.y = y;
    if (!lines_.expect(Keyword::size) || !lines_.take_unsigned32("the width", colour.width) ||
        !lines_.take_unsigned32("the height", colour.height)) {
        return false;
    }
    if (colour.width == 0 || colour.height == 0) {
        return lines_.fail("M103", lines_.word(), "an expectation of no pixel expects nothing");
    }
    // They stand on either side of the colour, and in as many places as it has components.
    const auto take_tolerance = [&] {
        const Token word = lines_.peek();
        if (!lines_.take_if(Keyword::tolerance)) {
            return true;
        }
        if (!colour.tolerances.empty()) {
            return lines_.fail("M105", word, quoted(word) + " stands here twice");
        }
        return take_tolerances(lines_, colour.tolerances);
    };
    const Token start = lines_.peek();
    if (!take_tolerance() || !lines_.take_word(kColourComparisonWords, colour.components)) {
        return false;
    }
    for (unsigned i = 0; i < colour.components; ++i) {
        float value = 0.0F;
        if (!lines_.take_float("a component of a colour", value)) {
            return false;
        }
        colour.colour[i] = static_cast<double>(value);
    }
    if (!take_tolerance()) {
        return false;
    }
    if (!fit(lines_, start, colour.tolerances, colour.components)) {
        return false;
    }
    expectation.what = std::move(colour);
    return true;
}

bool Expectations::read_buffer(ExpectationForm form, ExpectCommand& expectation) {
    ExpectBuffer other;
    if (!buffers_.find(other.other)) {
        return false;
    }
    if (form != ExpectationForm::equal) {
        other.comparison = form == ExpectationForm::root_mean_square
                               ? BufferComparison::root_mean_square
                               : BufferComparison::histogram;
        const Token word = lines_.peek();
        if (!lines_.expect(Keyword::tolerance) ||
            !lines_.take_double("a tolerance", other.tolerance)) {
            return false;
        }
        if (other.tolerance < 0.0) {
            return lines_.fail("M103", word, "a tolerance is a number not below 0");
        }
    }
    expectation.what = other;
    return true;
}

bool Expectations::read_expect() {
    const Token start = lines_.word();
    ExpectCommand expectation;
    ExpectationForm form{};
    if (!buffers_.find(expectation.buffer) || !lines_.take_word(kExpectationFormWords, form) ||
        !(form == ExpectationForm::values ? read_values(expectation)
                                          : read_buffer(form, expectation))) {
        return false;
    }
    commands_.add(start, std::move(expectation));
    return true;
}

} // namespace jacquard::driver::amber
