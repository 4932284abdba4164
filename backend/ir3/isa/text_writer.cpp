#include <jacquard/ir3/isa/text_writer.h>

#include <bit>
#include <cmath>
#include <cstdio>

namespace jacquard::ir3 {

void TextWriter::components(unsigned mask) {
    for (unsigned i = 0; i < 4; ++i) {
        if ((mask >> i & 1) != 0)
            letter("xyzw"[i]);
    }
}

void TextWriter::register_name(unsigned number) {
    if (number >= kAddressRegister && number < kNoRegister) {
        text(number < kPredicateRegister ? "a0" : "p0");
        component(number);
        return;
    }
    plain_register(number);
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

void TextWriter::target(int32_t distance) {
    const int64_t place = static_cast<int64_t>(position_) + distance;
    if (place >= 0 && place < static_cast<int64_t>(labels_.size()) &&
        labels_[static_cast<size_t>(place)] >= 0) {
        letter('l');
        number(labels_[static_cast<size_t>(place)]);
    } else {
        number(distance);
    }
}

void TextWriter::decimal_or_hex(uint32_t value) {
    if (value > 4096) {
        text("0x");
        hex(value);
    } else {
        number(value);
    }
}

void TextWriter::float16(uint16_t bits) {
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
    const uint32_t exponent = bits >> 10 & 31;
    uint32_t mantissa = bits & 0x3ff;
    if (exponent == 31) {
        float32(sign | 0x7f800000 | mantissa << 13);
    } else if (exponent != 0) {
        float32(sign | (exponent + 112) << 23 | mantissa << 13);
    } else if (mantissa == 0) {
        float32(sign);
    } else {
        // A denormal half is a normal float.
        const auto shift = static_cast<uint32_t>(std::countl_zero(mantissa)) - 21;
        mantissa = mantissa << shift & 0x3ff;
        float32(sign | (113 - shift) << 23 | mantissa << 13);
    }
}

void TextWriter::float32(uint32_t bits) {
    const int exponent = static_cast<int>(bits >> 23 & 255) - 150;
    if (exponent > 0) {
        // Whole numbers beyond 24 bits, infinities and NaN are rare.
        const float value = std::bit_cast<float>(bits);
        end_ += std::snprintf(end_, 64, "%f", static_cast<double>(value));
        return;
    }
    if ((bits >> 31) != 0)
        letter('-');
    const uint64_t mantissa =
        exponent == -150 ? bits & 0x7fffff : (bits & 0x7fffff) | uint64_t{1} << 23;
    const unsigned shift = exponent == -150 ? 149 : static_cast<unsigned>(-exponent);
    // mantissa * 10^6 / 2^shift, rounded to the nearest even.
    uint64_t millionths = 0;
    if (shift < 63) {
        const uint64_t product = mantissa * 1000000;
        millionths = product >> shift;
        const uint64_t rest = product & ((uint64_t{1} << shift) - 1);
        const uint64_t half = shift == 0 ? 0 : uint64_t{1} << (shift - 1);
        if (shift != 0 && (rest > half || (rest == half && (millionths & 1) != 0)))
            ++millionths;
    }
    number(static_cast<int64_t>(millionths / 1000000));
    letter('.');
    uint64_t fraction = millionths % 1000000;
    for (uint64_t place = 100000; place != 0; place /= 10) {
        letter(static_cast<char>('0' + fraction / place));
        fraction %= place;
    }
}

} // namespace jacquard::ir3
