#include <jacquard/nir/text/print/print_constant.h>
#include <jacquard/support/expression/half.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>

namespace jacquard::nir {
namespace {

template <typename Number>
void append_number(std::string& out, Number value, int base = 10) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, base).ptr;
    out.append(digits, end);
}

void append_hex(std::string& out, std::uint64_t bits, unsigned bit_size) {
    char digits[17];
    const auto end = std::to_chars(digits, digits + sizeof digits, bits, 16).ptr;
    const auto count = static_cast<std::size_t>(end - digits);
    const std::size_t wanted = bit_size / 4;
    out += "0x";
    out.append(wanted > count ? wanted - count : 0, '0');
    out.append(digits, count);
}

// The shortest decimal that reads back as the same float, where that is short and the value is one
// that programs use.
template <typename Float>
bool append_float(std::string& out, Float value) {
    const Float magnitude = std::fabs(value);
    if (!(magnitude >= Float(1e-6) && magnitude < Float(1e9))) {
        return false;
    }
    char digits[40];
    const auto end =
        std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr;
    const std::string_view text(digits, static_cast<std::size_t>(end - digits));
    if (text.size() > 18) {
        return false;
    }
    out += text;
    if (text.find('.') == std::string_view::npos) {
        out += ".0";
    }
    return true;
}

} // namespace

void print_constant(std::string& out, ConstantValue value, unsigned bit_size) {
    const std::uint64_t bits = value.u64;
    if (bit_size == 1) {
        out += bits != 0 ? "true" : "false";
        return;
    }
    if (bits < 256) {
        append_number(out, bits);
        return;
    }
    if (bit_size == 32 && append_float(out, value.f32)) {
        return;
    }
    if (bit_size == 64 && append_float(out, value.f64)) {
        return;
    }
    // Only halves that survive reading the decimal as a float, which all do.
    if (bit_size == 16 && append_float(out, half_to_float(value.u16))) {
        return;
    }
    append_hex(out, bits, bit_size);
}

} // namespace jacquard::nir
