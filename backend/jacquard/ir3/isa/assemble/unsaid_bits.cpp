#include <jacquard/ir3/isa/assemble/unsaid_bits.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/support/text/letters.h>

#include <bit>
#include <charconv>

namespace jacquard::ir3 {

namespace {

constexpr std::string_view kMark = "bits without meaning:";
constexpr unsigned kWordBits = 64;

std::uint64_t bits_from(unsigned low, unsigned count) {
    const std::uint64_t ones =
        count >= kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    return ones << low;
}

void append_run(std::string& mark, std::uint64_t word, unsigned low, unsigned count) {
    const std::uint64_t value = (word & bits_from(low, count)) >> low;
    mark += ' ' + std::to_string(low + count - 1);
    if (count == 1) {
        mark += value != 0 ? "=1" : "=0";
        return;
    }
    char digits[16];
    const char* const end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
    mark += ':' + std::to_string(low) + "=0x";
    mark.append(digits, static_cast<std::size_t>(end - digits));
}

// "12:9=0x3" and "63=1", separated by commas, up to the end of the line.
class MarkReader {
  public:
    MarkReader(std::string_view line, std::size_t at) : line_(line), at_(at) {}

    bool run() {
        do {
            if (!read_one()) {
                return false;
            }
        } while (take(','));
        skip_blanks();
        return at_ == line_.size();
    }

    [[nodiscard]] std::size_t at() const { return at_; }
    [[nodiscard]] std::uint64_t mask() const { return mask_; }
    [[nodiscard]] std::uint64_t value() const { return value_; }

  private:
    void skip_blanks() {
        while (at_ < line_.size() && is_blank(line_[at_])) {
            ++at_;
        }
    }

    bool take(char letter) {
        skip_blanks();
        const bool stands = at_ < line_.size() && line_[at_] == letter;
        at_ += stands ? 1 : 0;
        return stands;
    }

    template <typename Number>
    bool number(Number& value, int base) {
        const char* const first = line_.data() + at_;
        const auto [stop, fault] = std::from_chars(first, line_.data() + line_.size(), value, base);
        at_ += fault == std::errc() ? static_cast<std::size_t>(stop - first) : 0;
        return fault == std::errc();
    }

    bool read_one() {
        skip_blanks();
        unsigned high = 0;
        const std::size_t begin = at_;
        if (!number(high, 10) || high >= kWordBits) {
            at_ = begin;
            return false;
        }
        unsigned low = high;
        if (take(':') && (!number(low, 10) || low > high)) {
            return false;
        }
        if (!take('=')) {
            return false;
        }
        const bool is_hex = line_.substr(at_).starts_with("0x");
        at_ += is_hex ? 2 : 0;
        std::uint64_t value = 0;
        const std::size_t start = at_;
        const unsigned count = high - low + 1;
        if (!number(value, is_hex ? 16 : 10) || (value & ~bits_from(0, count)) != 0) {
            at_ = start;
            return false;
        }
        mask_ |= bits_from(low, count);
        value_ = (value_ & ~bits_from(low, count)) | value << low;
        return true;
    }

    std::string_view line_;
    std::size_t at_;
    std::uint64_t mask_ = 0;
    std::uint64_t value_ = 0;
};

} // namespace

std::optional<std::string> unsaid_bits(std::uint64_t word, std::string_view text,
                                       Revision revision) {
    const AssemblyResult said = assemble(text, revision);
    if (!said || (said.word != word && disassemble(said.word, revision) != text)) {
        return std::nullopt;
    }
    std::string mark;
    std::uint64_t left = said.word ^ word;
    while (left != 0) {
        const auto high = static_cast<unsigned>(kWordBits - 1 - std::countl_zero(left));
        const auto count = static_cast<unsigned>(std::countl_one(left << (kWordBits - 1 - high)));
        const unsigned low = high + 1 - count;
        mark.append(mark.empty() ? "; " : ",").append(mark.size() == 2 ? kMark : "");
        append_run(mark, word, low, count);
        left &= ~bits_from(low, count);
    }
    return mark;
}

void restore_unsaid_bits(std::string_view line, Revision revision, AssemblyResult& result) {
    const std::size_t comment = line.find(';');
    const std::size_t place =
        comment != std::string_view::npos ? line.find(kMark, comment) : comment;
    if (place == std::string_view::npos) {
        return;
    }
    MarkReader reader(line, place + kMark.size());
    if (!reader.run()) {
        result.error = AssemblyError::syntax;
        result.offset = reader.at();
        result.message = "expected bits and their value, such as 12:9=0x3 or 63=1";
        return;
    }
    const std::uint64_t word = (result.word & ~reader.mask()) | reader.value();
    if (disassemble(word, revision) != disassemble(result.word, revision)) {
        result.error = AssemblyError::encoding;
        result.offset = place;
        result.message = "these bits have a meaning in this instruction, and with them the word "
                         "would be another one";
        return;
    }
    result.word = word;
}

} // namespace jacquard::ir3
