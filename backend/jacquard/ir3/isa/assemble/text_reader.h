#pragma once

#include <jacquard/ir3/isa/assemble/reading_notes.h>
#include <jacquard/ir3/isa/instruction/name_table.h>
#include <jacquard/ir3/isa/instruction/operand.h>
#include <jacquard/ir3/isa/instruction/text_letters.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
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

// Reads one line of assembly. Every step either takes what it asks for, or takes nothing and notes
// what was expected there; nothing is allocated, and nothing beyond the line is looked at.
class TextReader {
  public:
    TextReader() = default;
    // With notes, what was expected is put down there; else only what is there counts.
    explicit TextReader(std::string_view line, ReadingNotes* notes = nullptr)
        : begin_(line.data()), end_(line.data() + line.size()), at_(begin_), notes_(notes) {}

    // The place that is read next, and a way back to it.
    [[nodiscard]] const char* mark() const { return at_; }
    void back_to(const char* place) { at_ = place; }
    [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }

    void blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t'))
            ++at_;
    }
    // A letter that may be absent.
    bool option(char letter) {
        const bool found = next_is(letter);
        at_ += found ? 1 : 0;
        return found;
    }
    // A text that may be absent.
    bool option(std::string_view text) {
        const bool found = starts_with(text);
        at_ += found ? text.size() : 0;
        return found;
    }
    template <std::size_t Size>
    bool option(const char (&text)[Size]) {
        // Of constant size, this is a comparison or two.
        const bool found = room() >= Size - 1 && std::memcmp(at_, text, Size - 1) == 0;
        at_ += found ? Size - 1 : 0;
        return found;
    }
    // A part of a mnemonic that may be absent, such as ".s"; it does not begin a longer one.
    template <std::size_t Size>
    bool suffix(const char (&text)[Size]) {
        const char* start = at_;
        if (!option(text))
            return false;
        if (!goes_on())
            return true;
        at_ = start;
        return false;
    }
    // A text that must come next.
    bool text(std::string_view text) { return option(text) || missing(text); }
    template <std::size_t Size>
    bool text(const char (&text)[Size]) {
        return option(text) || missing(text);
    }
    // The part of the line that was found to be the head of its mnemonic.
    void use_head(std::string_view head) { head_ = head; }
    // That head, which has this name.
    bool head(std::string_view name) {
        if (at_ != head_.data())
            return missing(name);
        at_ += head_.size();
        return true;
    }
    // A comma between blanks.
    bool comma() {
        // As it prints.
        if (room() > 2 && at_[0] == ',' && at_[1] == ' ' && at_[2] > ' ') {
            at_ += 2;
            return true;
        }
        return spaced_comma();
    }
    // The first letter of a flag in parentheses that comes next, '0' for a number, 0 for none.
    char flag_letter() {
        blanks();
        if (at_ == end_)
            return 0;
        if (*at_ == '(')
            return end_ - at_ > 1 ? at_[1] : '(';
        return *at_ >= '0' && *at_ <= '9' ? '0' : 0;
    }
    // A flag in parentheses that may be absent; `letter` is the first of the one that comes next.
    template <std::size_t Size>
    bool flag(char letter, const char (&text)[Size], bool& value) {
        if (letter != text[1] || !option(text))
            return false;
        value = true;
        return true;
    }
    // The end of the line, or a comment.
    bool at_end();

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
    // What an operand begins with behind its h. Where notes are taken any letter: everything is
    // tried.
    [[nodiscard]] LetterSet operand_letters() const {
        const char* const place = at_ + (next_is('h') ? 1 : 0);
        if (notes_ != nullptr || place == end_)
            return kAllLetters;
        return letter_set_of(*place);
    }

    // A decimal or hexadecimal number with an optional minus that fits into 32 bits.
    bool number(std::int64_t& value);
    template <typename Number>
    bool number_into(Number& value) {
        std::int64_t read = 0;
        const char* start = at_;
        if (!number(read))
            return false;
        value = static_cast<Number>(read);
        if (static_cast<std::int64_t>(value) == read)
            return true;
        at_ = start;
        return missing("a smaller number");
    }
    // A number that must be this one.
    bool this_number(std::int64_t wanted);
    // "+n" or "-n"; nothing means 0.
    template <typename Number>
    bool offset_into(Number& value) {
        value = 0;
        return at_ == end_ || (*at_ != '+' && *at_ != '-') || signed_number(value);
    }
    // " + n" or " - n" inside r<a0.x + n>; nothing means 0.
    bool relative(std::int32_t& value);
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
    // r1.x, a0.x, p0.x.
    bool register_name(std::uint16_t& number) {
        return general_register(number) || special_register(number);
    }
    // The same of what a comparison writes, which up0 may be.
    bool compared_register(std::uint16_t& number);
    bool render_target(std::uint16_t& number);
    bool constant(std::uint16_t& number);
    bool immediate(std::int32_t& value);
    // A float as it prints, or its bits in hexadecimal.
    bool float16(std::int32_t& bits);
    bool float32(std::int32_t& bits);
    // The same where whole numbers may stand as well: bits in hexadecimal stand behind an f.
    bool marked_float32(std::int32_t& bits);

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
    // Notes that something else was expected at the place that is read next.
    [[gnu::cold]] bool missing(std::string_view what);

  private:
    [[nodiscard]] std::size_t room() const { return static_cast<std::size_t>(end_ - at_); }
    [[nodiscard]] bool next_is(char letter) const { return at_ != end_ && *at_ == letter; }
    [[nodiscard]] bool starts_with(std::string_view text) const {
        return room() >= text.size() && std::memcmp(at_, text.data(), text.size()) == 0;
    }
    // Whether a letter or digit of a mnemonic comes next.
    [[nodiscard]] bool goes_on() const;
    // What comes next, 0 behind the end.
    [[nodiscard]] Letters next_letters() const { return letters_at(at_, begin_, end_); }
    bool spaced_comma();
    bool long_number(std::int64_t& value);
    bool missing_name(const NameTable& table);
    void some_modifiers(Operand& operand);
    void no_modifier();
    bool general_register(std::uint16_t& number);
    bool special_register(std::uint16_t& number);
    // A register of a few that have a name, such as p0.
    bool named_register(std::string_view name, std::uint16_t first, std::uint16_t& number);
    template <typename Number>
    bool signed_number(Number& value) {
        const char* start = at_;
        at_ += *at_ == '+' ? 1 : 0;
        if (number_into(value))
            return true;
        at_ = start;
        return false;
    }
    bool numbered(char letter, unsigned limit, std::uint16_t& number);
    bool long_numbered(char letter, unsigned limit, std::uint16_t& number);
    bool component(std::uint16_t& number);
    bool float_value(float& value);
    bool raw_bits(std::int32_t& bits);
    bool decimal_float32(std::int32_t& bits);

    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    const char* at_ = nullptr;
    ReadingNotes* notes_ = nullptr;
    std::string_view head_;
    std::string_view label_;
    std::int32_t label_distance_ = 0;
};

} // namespace jacquard::ir3
