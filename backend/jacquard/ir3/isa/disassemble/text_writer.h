#pragma once

#include <jacquard/ir3/isa/instruction/operand.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace jacquard::ir3 {

// Appends to a character buffer that is known to be large enough; nothing is allocated.
class TextWriter {
  public:
    explicit TextWriter(char* out) : begin_(out), end_(out) {}

    std::size_t length() const { return static_cast<std::size_t>(end_ - begin_); }

    void text(std::string_view piece) {
        std::memcpy(end_, piece.data(), piece.size());
        end_ += piece.size();
    }
    void letter(char character) { *end_++ = character; }

    void number(std::int64_t value) {
        if (value >= 0 && value < 10) {
            letter(static_cast<char>('0' + value));
        } else {
            end_ = std::to_chars(end_, end_ + 20, value).ptr;
        }
    }
    void hex(std::uint64_t value) { end_ = std::to_chars(end_, end_ + 16, value, 16).ptr; }

    // The name of an enumerated value, its number where it has no name.
    void name(std::span<const std::string_view> names, unsigned value) {
        if (value < names.size()) {
            text(names[value]);
        } else {
            number(value);
        }
    }

    // A signed number behind its sign, nothing for 0.
    void offset(std::int64_t value) {
        if (value == 0)
            return;
        if (value > 0)
            letter('+');
        number(value);
    }
    // The offset in r<a0.x + n>.
    void relative(std::int64_t value) {
        if (value == 0)
            return;
        text(" + ");
        number(value);
    }

    // The letters of a component mask.
    void components(unsigned mask);
    // r1.x, a0.x, p0.x.
    void register_name(unsigned number);
    // The same of what a comparison writes, which up0 may be.
    void compared_register(unsigned number);
    // A component of a colour: rt0.x.
    void render_target(unsigned number);
    // r1.x, without names for a0 and p0.
    void plain_register(unsigned number);
    void constant(unsigned number);
    // (neg), (abs) or (absneg).
    void modifiers(const Operand& operand);
    // A branch target: its label in a program, else the distance.
    void target(std::int32_t distance);
    // Six decimals, as printf's %f, where they read back as the same bits; else as few digits as
    // do, and the bits themselves in hexadecimal for a NaN with a payload.
    void float16(std::uint16_t bits);
    void float32(std::uint32_t bits);
    // The same where whole numbers may stand as well: bits in hexadecimal stand behind an f.
    void marked_float32(std::uint32_t bits);
    // Hexadecimal above 4096.
    void decimal_or_hex(std::uint32_t value);
    void hexadecimal(std::uint32_t value) {
        text("0x");
        hex(value);
    }

    // Makes targets print as labels: `labels[i]` is the number of the label at word i, or
    // negative; `position` is the word that is printed.
    void use_labels(std::span<const std::int32_t> labels, std::size_t position) {
        labels_ = labels;
        position_ = position;
    }

  private:
    void component(unsigned number) {
        letter('.');
        letter("xyzw"[number & 3]);
    }
    // These give what their text reads back as.
    double six_decimals(std::uint32_t bits);
    float shortest_decimals(float value);
    // Puts the bits in place of what was written from `start` on.
    void raw_bits(char* start, std::uint32_t bits);

    char* begin_;
    char* end_;
    std::span<const std::int32_t> labels_;
    std::size_t position_ = 0;
};

} // namespace jacquard::ir3
