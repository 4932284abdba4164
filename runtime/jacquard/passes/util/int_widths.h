#pragma once

#include <jacquard/nir/build/core_builder.h>

namespace jacquard::nir {

// Conversions to a width that is known only when the pass runs. A value that has it already stays.

[[nodiscard]] inline SsaDef* converted(CoreBuilder& b, const Operand& value, BaseType from,
                                       BaseType to, unsigned bit_size) {
    return b.alu(*find_conversion(from, {to, static_cast<std::uint8_t>(bit_size)}), {value});
}

[[nodiscard]] inline SsaDef* resized(CoreBuilder& b, const Operand& value, BaseType type,
                                     unsigned bit_size) {
    return value.value->bit_size == bit_size ? b.whole(value)
                                             : converted(b, value, type, type, bit_size);
}

[[nodiscard]] inline SsaDef* zero_extend(CoreBuilder& b, const Operand& value, unsigned bit_size) {
    return resized(b, value, BaseType::uint_type, bit_size);
}

[[nodiscard]] inline SsaDef* sign_extend(CoreBuilder& b, const Operand& value, unsigned bit_size) {
    return resized(b, value, BaseType::int_type, bit_size);
}

// Returns true if an opcode converts between widths of integers.
[[nodiscard]] inline bool is_int_to_int(const OpcodeInfo& info) {
    const auto is_int = [](BaseType type) {
        return type == BaseType::int_type || type == BaseType::uint_type;
    };
    return info.is_conversion && is_int(info.source_types[0].base) && is_int(info.output_type.base);
}

// 1 for true and 0 for false.
[[nodiscard]] inline SsaDef* bool_to_int(CoreBuilder& b, const Operand& truth, unsigned bit_size) {
    return converted(b, truth, BaseType::bool_type, BaseType::int_type, bit_size);
}

// All bits for true and none for false, of 8, 16 or 32; or the truth as it is for 1.
[[nodiscard]] inline SsaDef* widen_bool(CoreBuilder& b, const Operand& truth, unsigned bit_size) {
    return resized(b, truth, BaseType::bool_type, bit_size);
}

} // namespace jacquard::nir
