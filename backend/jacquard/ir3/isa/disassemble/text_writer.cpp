#include <jacquard/ir3/isa/disassemble/text_writer.h>
#include <jacquard/support/expression/half.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

namespace jacquard::ir3 {

void TextWriter::components(unsigned mask) {
    for (unsigned i = 0; i < 4; ++i) {
        if ((mask >> i & 1) != 0)
            letter("xyzw"[i]);
    }
}

void TextWriter::register_name(unsigned number) {
    if (number >= kAddressRegister && number < kNoRegister) {
        text(number < kPredicateRegister ? kAddressRegisterName : kPredicateRegisterName);
        component(number);
        return;
    }
    plain_register(number);
}

void TextWriter::compared_register(unsigned number) {
    if (number / 4 != kUniformPredicateRegister / 4) {
        register_name(number);
        return;
    }
    text(kUniformPredicateRegisterName);
    component(number);
}

void TextWriter::render_target(unsigned number) {
    text("rt");
    this->number(number >> 2);
    component(number);
}

void TextWriter::plain_register(unsigned number) {
    letter('r');
    this->number(number >> 2);
    component(number);
}

void TextWriter::constant(unsigned number) {
    letter('c');
    this->number(number >> 2);
    component(number);
}

void TextWriter::modifiers(const Operand& operand) {
    if (operand.absolute) {
        text(operand.negate ? "(absneg)" : "(abs)");
    } else if (operand.negate) {
        text("(neg)");
    }
}

void TextWriter::target(std::int32_t distance) {
    const std::int64_t place = static_cast<std::int64_t>(position_) + distance;
    if (place >= 0 && place < static_cast<std::int64_t>(labels_.size()) &&
        labels_[static_cast<std::size_t>(place)] >= 0) {
        letter('l');
        number(labels_[static_cast<std::size_t>(place)]);
    } else {
        number(distance);
    }
}

void TextWriter::decimal_or_hex(std::uint32_t value) {
    if (value > 4096) {
        hexadecimal(value);
    } else {
        number(value);
    }
}

void TextWriter::float16(std::uint16_t bits) {
    char* const start = end_;
    const float value = half_to_float(bits);
    if (float_to_half(static_cast<float>(six_decimals(std::bit_cast<std::uint32_t>(value)))) ==
        bits)
        return;
    end_ = start;
    if (float_to_half(shortest_decimals(value)) != bits)
        raw_bits(start, bits);
}

void TextWriter::float32(std::uint32_t bits) {
    char* const start = end_;
    if (std::bit_cast<std::uint32_t>(static_cast<float>(six_decimals(bits))) == bits)
        return;
    end_ = start;
    if (std::bit_cast<std::uint32_t>(shortest_decimals(std::bit_cast<float>(bits))) != bits)
        raw_bits(start, bits);
}

void TextWriter::marked_float32(std::uint32_t bits) {
    char* const start = end_;
    float32(bits);
    if (std::string_view(start, static_cast<std::size_t>(end_ - start)).starts_with("0x")) {
        end_ = start;
        letter('f');
        hexadecimal(bits);
    }
}

void TextWriter::raw_bits(char* start, std::uint32_t bits) {
    end_ = start;
    text("0x");
    hex(bits);
}

float TextWriter::shortest_decimals(float value) {
    const char* const start = end_;
    end_ = std::to_chars(end_, end_ + 32, value).ptr;
    double read = 0;
    std::from_chars(start, end_, read);
    return static_cast<float>(read);
}

double TextWriter::six_decimals(std::uint32_t bits) {
    const int exponent = static_cast<int>(bits >> 23 & 255) - 150;
    if (exponent > 0) {
        // Whole numbers beyond 24 bits, infinities and NaN are rare.
        const auto value = static_cast<double>(std::bit_cast<float>(bits));
        if (std::isnan(value)) {
            // Its text tells the sign, which not every C library prints, and not the payload.
            text(std::signbit(value) ? "-nan" : "nan");
            return std::copysign(std::numeric_limits<double>::quiet_NaN(), value);
        }
        end_ += std::snprintf(end_, 64, "%f", value);
        return value;
    }
    const bool negative = (bits >> 31) != 0;
    if (negative)
        letter('-');
    const std::uint64_t mantissa =
        exponent == -150 ? bits & 0x7fffff : (bits & 0x7fffff) | std::uint64_t{1} << 23;
    const unsigned shift = exponent == -150 ? 149 : static_cast<unsigned>(-exponent);
    // mantissa * 10^6 / 2^shift, rounded to the nearest even.
    std::uint64_t millionths = 0;
    if (shift < 63) {
        const std::uint64_t product = mantissa * 1000000;
        millionths = product >> shift;
        const std::uint64_t rest = product & ((std::uint64_t{1} << shift) - 1);
        const std::uint64_t half = shift == 0 ? 0 : std::uint64_t{1} << (shift - 1);
        if (shift != 0 && (rest > half || (rest == half && (millionths & 1) != 0)))
            ++millionths;
    }
    number(static_cast<std::int64_t>(millionths / 1000000));
    letter('.');
    std::uint64_t fraction = millionths % 1000000;
    for (std::uint64_t place = 100000; place != 0; place /= 10) {
        letter(static_cast<char>('0' + fraction / place));
        fraction %= place;
    }
    // The division rounds as the reader of the text does.
    const double read = static_cast<double>(millionths) / 1e6;
    return negative ? -read : read;
}

} // namespace jacquard::ir3
