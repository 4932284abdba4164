#pragma once

#include <jacquard/ir3/isa/assemble/register_reader.h>
#include <jacquard/ir3/isa/instruction/name_table.h>
#include <jacquard/ir3/isa/instruction/operand.h>

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

// Reads one line of assembly: the head of its mnemonic, names, operands and labels.
class TextReader : public RegisterReader {
  public:
    using RegisterReader::RegisterReader;

    // The part of the line that was found to be the head of its mnemonic.
    void use_head(std::string_view head) { head_ = head; }
    // That head, which has this name.
    bool head(std::string_view name) {
        if (at_ != head_.data())
            return missing(name);
        at_ += head_.size();
        return true;
    }
    // Notes that an operand, by its number among all names of operands, comes next.
    TextReader& operand(unsigned index) {
        if (notes_ != nullptr)
            notes_->operand(index, at_);
        return *this;
    }
    // Notes that the number of a field comes next.
    TextReader& field(std::string_view member) {
        if (notes_ != nullptr)
            notes_->field(member, at_);
        return *this;
    }
    // Returns the letters that may begin an operand, behind its h. A reader that takes notes tries
    // everything, so that it learns all that would have been accepted.
    [[nodiscard]] LetterSet operand_letters() const {
        const char* const place = at_ + (next_is('h') ? 1 : 0);
        if (notes_ != nullptr || place == end_)
            return kAllLetters;
        return letter_set_of(*place);
    }

    // The longest of the names that fits, or the number of a value without one.
    bool name(const NameTable& table, unsigned& value, bool may_be_empty, unsigned greatest = 255);
    // The same as a field of an instruction.
    template <typename Value>
    bool name_into(const NameTable& table, Value& value, bool may_be_empty = true,
                   unsigned greatest = 255) {
        unsigned read = 0;
        if (!name(table, read, may_be_empty, greatest))
            return false;
        value = static_cast<Value>(read);
        return true;
    }
    // Letters of a component mask, in order.
    bool components(unsigned& mask);

    // (neg), (abs), (absneg), (r) and (last), in any order.
    void modifiers(Operand& operand) {
        if (next_is('('))
            some_modifiers(operand);
    }
    // A distance, or a label whose distance the program knows.
    bool target(std::int32_t& distance);
    void use_label_distance(std::int32_t distance) { label_distance_ = distance; }
    [[nodiscard]] std::string_view label() const { return label_; }

    // Notes that an operand that was read should have been another.
    bool wrong_width(unsigned index) {
        if (notes_ != nullptr)
            at_ = notes_->operand(index);
        return missing("an immediate of the other width");
    }

  private:
    bool missing_name(const NameTable& table);
    void some_modifiers(Operand& operand);
    void no_modifier();

    std::string_view head_;
    std::string_view label_;
    std::int32_t label_distance_ = 0;
};

} // namespace jacquard::ir3
