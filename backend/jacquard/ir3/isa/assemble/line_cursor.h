#pragma once

#include <jacquard/ir3/isa/assemble/reading_notes.h>
#include <jacquard/ir3/isa/instruction/text_letters.h>
#include <jacquard/support/text/letters.h>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace jacquard::ir3 {

// A place in a line of assembly. Every step either takes what it asks for, or takes nothing and
// notes what was expected there; nothing is allocated, and nothing beyond the line is looked at.
class LineCursor {
  public:
    LineCursor() = default;
    // With notes, what was expected is put down there; else only what is there counts.
    explicit LineCursor(std::string_view line, ReadingNotes* notes = nullptr)
        : begin_(line.data()), end_(line.data() + line.size()), at_(begin_), notes_(notes) {}

    // The place that is read next, and a way back to it.
    [[nodiscard]] const char* mark() const { return at_; }
    void back_to(const char* place) { at_ = place; }
    void skip(std::size_t letters) { at_ += letters; }
    [[nodiscard]] const char* end() const { return end_; }
    [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }

    [[nodiscard]] std::size_t room() const { return static_cast<std::size_t>(end_ - at_); }
    [[nodiscard]] bool next_is(char letter) const { return at_ != end_ && *at_ == letter; }
    [[nodiscard]] bool starts_with(std::string_view text) const {
        return room() >= text.size() && std::memcmp(at_, text.data(), text.size()) == 0;
    }
    // Whether a letter comes next with which a label begins, and whether a digit does.
    [[nodiscard]] bool next_is_letter() const;
    [[nodiscard]] bool next_is_digit() const { return at_ != end_ && is_digit(*at_); }
    // Returns the letter that comes next, 0 behind the end.
    [[nodiscard]] Letters next_letters() const { return letters_at(at_, begin_, end_); }

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
        // A comparison of constant size is one instruction or two.
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
        return is_digit(*at_) ? '0' : 0;
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

    // Notes that something else was expected at the place that is read next.
    [[gnu::cold]] bool missing(std::string_view what);
    // Returns null where only what is there counts.
    [[nodiscard]] ReadingNotes* notes() const { return notes_; }

  private:
    // Whether a letter or digit of a mnemonic comes next.
    [[nodiscard]] bool goes_on() const { return next_is_letter() || next_is_digit(); }
    bool spaced_comma();

    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    const char* at_ = nullptr;
    ReadingNotes* notes_ = nullptr;
};

} // namespace jacquard::ir3
