#pragma once

#include <jacquard/ir3/isa/operand.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace jacquard::ir3 {

/// How an operand was read, and what its text said of its width.
enum class OperandText : uint8_t {
    absent,      ///< It is not there.
    any_width,   ///< The text is the same for both widths.
    width_told,  ///< `half` is what the text says.
    own_width,   ///< `half` says something that is apart from the instruction's width.
    bare_number, ///< A number without h( ): an immediate of a full instruction.
};

/// Reads one line of assembly. Every step either takes what it asks for, or takes nothing and notes
/// what was expected there; nothing is allocated, and nothing beyond the line is looked at.
class TextReader {
  public:
    static constexpr size_t kMaxExpected = 6;
    static constexpr size_t kMaxOperands = 8;

    TextReader() = default;
    explicit TextReader(std::string_view line)
        : begin_(line.data()), end_(line.data() + line.size()), at_(begin_), furthest_(begin_) {}

    /// The place that is read next, and a way back to it.
    [[nodiscard]] const char* mark() const { return at_; }
    void back_to(const char* place) { at_ = place; }
    [[nodiscard]] size_t offset() const { return static_cast<size_t>(at_ - begin_); }

    void blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t'))
            ++at_;
    }
    /// A letter that may be absent.
    bool option(char letter) {
        if (at_ == end_ || *at_ != letter)
            return false;
        ++at_;
        return true;
    }
    /// A text that may be absent.
    bool option(std::string_view text) {
        const bool found = starts_with(text);
        at_ += found ? text.size() : 0;
        return found;
    }
    /// A part of a mnemonic that may be absent, such as ".s"; it does not begin a longer one.
    bool suffix(std::string_view text);
    /// A text that must come next.
    bool text(std::string_view text) { return option(text) || missing(text); }
    /// A comma between blanks.
    bool comma();
    /// The first letter of a flag in parentheses that comes next, '0' for a number, 0 for none.
    char flag_letter() {
        blanks();
        if (at_ == end_)
            return 0;
        if (*at_ == '(')
            return end_ - at_ > 1 ? at_[1] : '(';
        return *at_ >= '0' && *at_ <= '9' ? '0' : 0;
    }
    /// The end of the line, or a comment.
    bool at_end();

    /// Notes that an operand, by its number among all names of operands, comes next.
    TextReader& operand(unsigned index) {
        operands_[index] = at_;
        return *this;
    }
    /// Where an operand began.
    [[nodiscard]] size_t operand_offset(unsigned index) const {
        return operands_[index] != nullptr ? static_cast<size_t>(operands_[index] - begin_) : 0;
    }

    /// A decimal or hexadecimal number with an optional minus that fits into 32 bits.
    bool number(int64_t& value);
    template <typename Number>
    bool number_into(Number& value) {
        int64_t read = 0;
        const char* start = at_;
        if (!number(read))
            return false;
        value = static_cast<Number>(read);
        if (static_cast<int64_t>(value) == read)
            return true;
        at_ = start;
        return missing("a smaller number");
    }
    /// A number that must be this one.
    bool this_number(int64_t wanted);
    /// "+n" or "-n"; nothing means 0.
    template <typename Number>
    bool offset_into(Number& value) {
        value = 0;
        return at_ == end_ || (*at_ != '+' && *at_ != '-') || signed_number(value);
    }
    /// " + n" or " - n" inside r<a0.x + n>; nothing means 0.
    bool relative(int32_t& value);
    /// The longest of the names that fits, the number of a value without one.
    bool name(std::span<const std::string_view> names, unsigned& value, bool may_be_empty,
              unsigned greatest = 255);
    /// Letters of a component mask, in order.
    bool components(unsigned& mask);

    /// (neg), (abs), (absneg), (r) and (last), in any order.
    void modifiers(Operand& operand);
    /// r1.x, a0.x, p0.x.
    bool register_name(uint16_t& number);
    bool constant(uint16_t& number);
    bool immediate(int32_t& value);
    /// A float as it prints, or its bits in hexadecimal.
    bool float16(int32_t& bits);
    bool float32(int32_t& bits);

    /// A distance, or a label whose distance the program knows.
    bool target(int32_t& distance);
    void use_label_distance(int32_t distance) { label_distance_ = distance; }
    [[nodiscard]] std::string_view label() const { return label_; }

    /// From here on expectations are noted; before, only what is there counts.
    void explain() { explains_ = true; }
    /// Where reading came furthest, and what was expected there.
    [[nodiscard]] size_t furthest() const { return static_cast<size_t>(furthest_ - begin_); }
    [[nodiscard]] std::span<const std::string_view> expected() const {
        return {expected_.data(), num_expected_};
    }

    /// Notes that an operand that was read should have been another.
    bool wrong_width(unsigned index) {
        at_ = operands_[index];
        return missing("an immediate of the other width");
    }
    /// Notes that something else was expected at the place that is read next.
    bool missing(std::string_view what) {
        if (explains_ && at_ >= furthest_)
            note(what);
        return false;
    }

  private:
    bool starts_with(std::string_view text) const {
        if (static_cast<size_t>(end_ - at_) < text.size())
            return false;
        for (size_t i = 0; i < text.size(); ++i) {
            if (at_[i] != text[i])
                return false;
        }
        return true;
    }
    template <typename Number>
    bool signed_number(Number& value) {
        const char* start = at_;
        at_ += *at_ == '+' ? 1 : 0;
        if (number_into(value))
            return true;
        at_ = start;
        return false;
    }
    bool numbered(char letter, unsigned limit, uint16_t& number);
    bool component(uint16_t& number);
    bool float_value(float& value);
    bool raw_bits(int32_t& bits);
    void note(std::string_view what);

    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    const char* at_ = nullptr;
    const char* furthest_ = nullptr;
    std::array<std::string_view, kMaxExpected> expected_;
    size_t num_expected_ = 0;
    bool explains_ = false;
    std::array<const char*, kMaxOperands> operands_{};
    std::string_view label_;
    int32_t label_distance_ = 0;
};

} // namespace jacquard::ir3
