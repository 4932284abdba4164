#include <jacquard/explain/word_parts.h>
#include <jacquard/ir3/isa/codec/bit_range.h>
#include <jacquard/support/hex.h>

namespace jacquard::driver {

using ir3::BitRange;
using ir3::BitsKind;
using ir3::BitsRow;

std::string bit_text(const BitRange& bits, std::uint64_t word) {
    const std::uint64_t value = bits.gather(word);
    if (bits.width() > kMaximumBinaryWidth) {
        return "0x" + hex(value, (bits.width() + 3) / 4);
    }
    std::string text;
    for (unsigned bit = bits.width(); bit-- > 0;) {
        text += (value >> bit & 1) != 0 ? '1' : '0';
    }
    return text;
}

std::string name_of_part(const BitsRow& row) {
    switch (row.kind) {
    case BitsKind::fixed: return row.name.empty() ? "fixed" : row.name.c_str();
    case BitsKind::free:
    case BitsKind::expect: return "free";
    default: return std::string(row.name);
    }
}

std::string place_of(const BitsRow& row, unsigned encoding) {
    if (row.kind != BitsKind::number) {
        return std::string(ir3::place(row.place));
    }
    const ir3::EncodingDescription& description = ir3::describe_encoding(encoding);
    const bool is_opc = std::string_view(row.name) == "opc";
    std::string_view format = ir3::place(row.place);
    format.remove_prefix(format.find_last_of('/') + 1);
    const PlaceNumber own = is_opc ? description.number_place : description.parameter_place;
    return std::string(ir3::place(own)) + ", " + std::string(format);
}

} // namespace jacquard::driver
