#pragma once

#include <jacquard/generated/ir3/descriptions.h>

#include <string>
#include <vector>

namespace jacquard::ir3 {

enum class ChangeKind : std::uint8_t {
    opcode_added,
    opcode_removed,
    opcode_moved, // A number of the opcode is another one.
    form_added,   // The opcode has another form of words.
    form_removed,
    field_added,
    field_removed,
    field_moved,
    field_widened,
    field_narrowed,
    field_changed, // The bits are the same, what they mean is not.
    bits_changed,  // Bits that are fixed or free are no longer so, or have another value.
    text_changed,  // The word is the same and prints differently.
};

const char* name_of(ChangeKind kind);

// One difference of an opcode between two revisions. Places are table lines, "" where there is
// none on that side.
struct RevisionChange {
    ChangeKind kind;
    Opcode opcode;
    std::string subject; // The field, number or bits.
    std::string from;
    std::string to;
    std::string from_place;
    std::string to_place;
};

// Returns the changes that turn `from` into `to`, opcode by opcode in the order of the tables.
std::vector<RevisionChange> compare_revisions(Revision from, Revision to);

} // namespace jacquard::ir3
