#pragma once

#include <jacquard/generated/nir/opcode_info.h>
#include <jacquard/nir/fold/rule_table.h>

namespace jacquard::nir {

// Opcodes with a truth among their operands or as their result come in forms that differ only in
// how wide it is: `flt` and `flt32`, `bcsel` and `b32csel`.

// The form of `opcode` whose truth has `bit_size` bits (1, 8, 16 or 32). Where there is none of
// that width, the form of 1 bit; the opcode itself when it has no forms.
[[nodiscard]] inline Opcode with_boolean_width(Opcode opcode, unsigned bit_size) {
    const OpcodeInfo& info = opcode_info(opcode);
    const unsigned place = width_place(bit_size);
    return info.has_boolean_forms && place < info.boolean_forms.size() ? info.boolean_forms[place]
                                                                       : opcode;
}

// The width of that truth; 0 when there is none.
[[nodiscard]] inline unsigned boolean_width(Opcode opcode) {
    const OpcodeInfo& info = opcode_info(opcode);
    if (info.output_type.base == BaseType::bool_type && info.output_type.bit_size != 0) {
        return info.output_type.bit_size;
    }
    for (std::size_t i = 0; i < info.num_sources; ++i) {
        if (info.source_types[i].base == BaseType::bool_type &&
            info.source_types[i].bit_size != 0) {
            return info.source_types[i].bit_size;
        }
    }
    return 0;
}

} // namespace jacquard::nir
