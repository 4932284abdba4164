#pragma once

#include <jacquard/ir3/isa/assemble/line_cursor.h>
#include <jacquard/ir3/isa/instruction/name_table.h>
#include <jacquard/ir3/isa/instruction/operand.h>

// Reads the words of a line: names of values, components and modifiers.
namespace jacquard::ir3 {

// The longest of the names that fits, or the number of a value without one.
bool read_name(LineCursor& in, const NameTable& table, unsigned& value, bool may_be_empty,
               unsigned greatest = 255);
// The same as a field of an instruction.
template <typename Value>
bool read_name_into(LineCursor& in, const NameTable& table, Value& value, bool may_be_empty = true,
                    unsigned greatest = 255) {
    unsigned read = 0;
    if (!read_name(in, table, read, may_be_empty, greatest))
        return false;
    value = static_cast<Value>(read);
    return true;
}
// Letters of a component mask, in order.
bool read_components(LineCursor& in, unsigned& mask);

// Some of the following, which begin with a parenthesis.
void read_some_modifiers(LineCursor& in, Operand& operand);
// (neg), (abs), (absneg), (r) and (last), in any order.
inline void read_modifiers(LineCursor& in, Operand& operand) {
    if (in.next_is('('))
        read_some_modifiers(in, operand);
}

} // namespace jacquard::ir3
