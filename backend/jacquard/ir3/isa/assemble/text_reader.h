#pragma once

#include <jacquard/ir3/isa/assemble/line_cursor.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jacquard::ir3 {

// How an operand was read, and what its text said of its width.
enum class OperandText : std::uint8_t {
    absent,      // It is not there.
    any_width,   // The text is the same for both widths.
    width_told,  // `half` is what the text says.
    own_width,   // `half` says something that is apart from the instruction's width.
    bare_number, // A number without h( ): an immediate of a full instruction.
};

// Reads one line of assembly as an instruction: notes where its parts begin, and knows the head of
// its mnemonic and what its label stands for.
class TextReader : public LineCursor {
  public:
    using LineCursor::LineCursor;

    // The part of the line that was found to be the head of its mnemonic.
    void use_head(std::string_view head) { head_ = head; }
    // That head, which has this name.
    bool head(std::string_view name) {
        if (mark() != head_.data())
            return missing(name);
        skip(head_.size());
        return true;
    }
    // Notes that an operand, by its number among all names of operands, comes next.
    TextReader& operand(unsigned index) {
        if (notes() != nullptr)
            notes()->operand(index, mark());
        return *this;
    }
    // Notes that the number of a field comes next.
    TextReader& field(std::string_view member) {
        if (notes() != nullptr)
            notes()->field(member, mark());
        return *this;
    }
    // Returns the letters that may begin an operand, behind its h. A reader that takes notes tries
    // everything, so that it learns all that would have been accepted.
    [[nodiscard]] LetterSet operand_letters() const {
        const char* const place = mark() + (next_is('h') ? 1 : 0);
        if (notes() != nullptr || place == end())
            return kAllLetters;
        return letter_set_of(*place);
    }

    // A distance, or a label whose distance the program knows.
    bool target(std::int32_t& distance);
    void use_label_distance(std::int32_t distance) { label_distance_ = distance; }
    [[nodiscard]] std::string_view label() const { return label_; }

    // Notes that an operand that was read should have been another.
    bool wrong_width(unsigned index) {
        if (notes() != nullptr)
            back_to(notes()->operand(index));
        return missing("an immediate of the other width");
    }

  private:
    std::string_view head_;
    std::string_view label_;
    std::int32_t label_distance_ = 0;
};

} // namespace jacquard::ir3
