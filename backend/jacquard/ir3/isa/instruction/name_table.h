#pragma once

#include <jacquard/ir3/isa/instruction/text_letters.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace jacquard::ir3 {

// A name that stands for a value in texts.
struct ReadName {
    constexpr ReadName(std::string_view name, unsigned of)
        : text(name), letters(letters_of(name)), mask(letters_mask(name.size())), value(of) {}

    // Whether letters begin as the name does; more than eight are not looked at.
    [[nodiscard]] constexpr bool begins(Letters next) const {
        return ((next ^ letters) & mask) == 0;
    }

    std::string_view text;
    Letters letters;
    Letters mask;
    unsigned value;
};

// The names of an enumeration, found by a perfect hash of their first letters. Names that begin
// with the same ones stand together, the longest first.
struct NameTable {
    std::span<const ReadName> names;
    // The first of the names for a hash, any where there is none.
    std::span<const std::uint16_t> slots;
    std::uint64_t factor;
    unsigned shift;
    // Letters that are hashed.
    Letters key;
    // The value without a text, -1 where there is none.
    int empty;
    // Greater values have no name.
    unsigned num_values;

    // The first name that may stand at the start of letters.
    [[nodiscard]] const ReadName* first(Letters next) const {
        return &names[slots[((next & key) * factor) >> shift]];
    }
    // Whether a name from there on still may.
    [[nodiscard]] bool may_stand(const ReadName* name, Letters next) const {
        return name != names.data() + names.size() && ((name->letters ^ next) & key) == 0;
    }
};

} // namespace jacquard::ir3
