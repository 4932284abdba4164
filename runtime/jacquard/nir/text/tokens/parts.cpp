#include <jacquard/nir/text/print/words.h>
#include <jacquard/nir/text/tokens/parts.h>
#include <jacquard/support/expression/decimal_half.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace jacquard::nir {
namespace {

// Reads the whole text as a float of the given type, and returns whether it is a finite one.
template <typename Float, typename Bits>
bool read_float(std::string_view text, std::uint64_t& bits) {
    Float value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    bits = std::bit_cast<Bits>(value);
    return read.ec == std::errc() && read.ptr == end && std::isfinite(value);
}

bool read_half(std::string_view text, std::uint64_t& bits) {
    std::uint16_t value = 0;
    const char* end = text.data() + text.size();
    const auto read = half_from_chars(text.data(), end, value);
    bits = value;
    return read.ec == std::errc() && read.ptr == end;
}

} // namespace

std::optional<std::uint64_t> Parts::number(std::string_view what, std::uint64_t limit) {
    if (tokens_.at().kind != TokenKind::number) {
        tokens_.unexpected(what);
        return std::nullopt;
    }
    std::string_view digits = tokens_.at().text;
    const bool hex = digits.starts_with("0x");
    digits.remove_prefix(hex ? 2 : 0);
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, value, hex ? 16 : 10);
    if (result.ec != std::errc() || result.ptr != end || value > limit) {
        tokens_.fail("N102", "expected " + std::string(what) + " up to " + std::to_string(limit) +
                                 ", found '" + std::string(tokens_.at().text) + "'");
        return std::nullopt;
    }
    tokens_.advance();
    return value;
}

std::optional<std::int64_t> Parts::signed_number(std::string_view what, std::int64_t least,
                                                 std::int64_t greatest) {
    const Token written = tokens_.at();
    if (written.kind == TokenKind::number && written.text.starts_with('-')) {
        std::int64_t value = 0;
        const char* end = written.text.data() + written.text.size();
        const auto result = std::from_chars(written.text.data(), end, value);
        if (result.ec == std::errc() && result.ptr == end && value >= least) {
            tokens_.advance();
            return value;
        }
        tokens_.fail("N102", "expected " + std::string(what) + " of at least " +
                                 std::to_string(least) + ", found '" + std::string(written.text) +
                                 "'");
        return std::nullopt;
    }
    const auto value = number(what, static_cast<std::uint64_t>(greatest));
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::optional<ValueShape> Parts::shape() {
    if (tokens_.at().kind != TokenKind::number) {
        tokens_.unexpected("a width, such as 32 or 32x4");
        return std::nullopt;
    }
    ValueShape result{0, 1};
    const char* at = tokens_.at().text.data();
    const char* end = at + tokens_.at().text.size();
    auto read = std::from_chars(at, end, result.bit_size);
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == 'x') {
        read = std::from_chars(read.ptr + 1, end, result.num_components);
    }
    if (read.ec != std::errc() || read.ptr != end || !is_valid_bit_size(result.bit_size) ||
        !is_valid_component_count(result.num_components)) {
        tokens_.fail(
            "N102", "'" + std::string(tokens_.at().text) +
                        "' is not a shape of values: 1, 8, 16, 32 or 64 bits, then x and 2 to 5, 8 "
                        "or 16 components");
        return std::nullopt;
    }
    tokens_.advance();
    return result;
}

std::optional<AluType> Parts::alu_type() {
    if (tokens_.at().kind == TokenKind::word) {
        for (std::size_t i = 0; i < kBaseTypeWords.size(); ++i) {
            if (!tokens_.at().text.starts_with(kBaseTypeWords[i])) {
                continue;
            }
            const std::string_view width = tokens_.at().text.substr(kBaseTypeWords[i].size());
            unsigned bits = 0;
            const char* end = width.data() + width.size();
            const auto read = std::from_chars(width.data(), end, bits);
            if (width.empty() ||
                (read.ec == std::errc() && read.ptr == end && is_valid_bit_size(bits))) {
                tokens_.advance();
                return AluType{static_cast<BaseType>(i), static_cast<std::uint8_t>(bits)};
            }
        }
    }
    tokens_.unexpected("a type, such as float32 or uint");
    return std::nullopt;
}

std::optional<Opcode> Parts::opcode() {
    const auto found =
        tokens_.at().kind == TokenKind::word ? find_opcode(tokens_.at().text) : std::nullopt;
    if (!found) {
        tokens_.unexpected("an ALU opcode");
        return std::nullopt;
    }
    tokens_.advance();
    return found;
}

std::optional<std::uint32_t> Parts::word_of(std::span<const EnumWord> words,
                                            std::string_view what) {
    if (tokens_.at().kind == TokenKind::word || tokens_.at().kind == TokenKind::number) {
        if (const auto found = find_number(words, tokens_.at().text)) {
            tokens_.advance();
            return found;
        }
        std::vector<std::string_view> names;
        for (const EnumWord& entry : words) {
            names.push_back(entry.word);
        }
        Diagnostic& diagnostic = tokens_.error("N103", tokens_.at().position,
                                               "there is no " + std::string(what) + " '" +
                                                   std::string(tokens_.at().text) + "'");
        tokens_.suggest(diagnostic, tokens_.at().text, names);
        return std::nullopt;
    }
    tokens_.unexpected(what);
    return std::nullopt;
}

std::optional<std::uint32_t> Parts::words_of(std::span<const EnumWord> words,
                                             std::string_view what) {
    std::uint32_t bits = 0;
    do {
        const auto word = word_of(words, what);
        if (!word) {
            return std::nullopt;
        }
        bits |= *word;
    } while (tokens_.accept('|'));
    return bits;
}

std::optional<std::uint8_t> Parts::component_mask() {
    if (tokens_.at().kind == TokenKind::number) {
        const auto bits = number("a mask", 15);
        return bits ? std::optional(static_cast<std::uint8_t>(*bits)) : std::nullopt;
    }
    if (tokens_.accept_word("none")) {
        return std::uint8_t{0};
    }
    std::uint8_t bits = 0;
    bool good = tokens_.at().kind == TokenKind::word;
    for (const char c : good ? tokens_.at().text : std::string_view()) {
        const std::size_t at = kShortComponents.find(c);
        good = good && at != std::string_view::npos && (bits >> at) == 0;
        bits = static_cast<std::uint8_t>(bits | (at < 4 ? 1U << at : 0U));
    }
    if (!good) {
        tokens_.unexpected("a mask of components, such as xyz");
        return std::nullopt;
    }
    tokens_.advance();
    return bits;
}

std::optional<std::string> Parts::string(std::string_view what) {
    if (tokens_.at().kind != TokenKind::string) {
        tokens_.unexpected(what);
        return std::nullopt;
    }
    std::string text = unquote(tokens_.at().text);
    tokens_.advance();
    return text;
}

std::optional<std::uint32_t> Parts::block_number() {
    if (tokens_.at().kind == TokenKind::word && tokens_.at().text.size() > 1 &&
        tokens_.at().text[0] == 'b') {
        std::uint32_t value = 0;
        const char* end = tokens_.at().text.data() + tokens_.at().text.size();
        const auto read = std::from_chars(tokens_.at().text.data() + 1, end, value);
        if (read.ec == std::errc() && read.ptr == end) {
            tokens_.advance();
            return value;
        }
    }
    tokens_.unexpected("a block, such as b3");
    return std::nullopt;
}

std::optional<std::string> Parts::member_name() {
    if (tokens_.at().kind == TokenKind::string) {
        return string("a member");
    }
    if (tokens_.at().kind != TokenKind::word) {
        tokens_.unexpected("a member's name");
        return std::nullopt;
    }
    std::string name(tokens_.at().text);
    tokens_.advance();
    return name;
}

std::optional<ConstantValue> Parts::constant_component(unsigned bit_size) {
    if (bit_size == 1 && tokens_.accept_word("true")) {
        return constant_from_bits(1, 1);
    }
    if (bit_size == 1 && tokens_.accept_word("false")) {
        return constant_from_bits(0, 1);
    }
    const Token written = tokens_.at();
    const bool is_number = written.kind == TokenKind::number;
    if (is_number && bit_size >= 16 && !written.text.starts_with("0x") &&
        written.text.find_first_of(".e") != std::string_view::npos) {
        return float_component(bit_size);
    }
    if (is_number && written.text.starts_with('-')) {
        const std::int64_t least = std::numeric_limits<std::int64_t>::min() >> (64 - bit_size);
        const auto value = signed_number("a constant", least, 0);
        return value
                   ? std::optional(constant_from_bits(static_cast<std::uint64_t>(*value), bit_size))
                   : std::nullopt;
    }
    const auto value = number("a constant", mask_of_bits(bit_size));
    return value ? std::optional(constant_from_bits(*value, bit_size)) : std::nullopt;
}

std::optional<ConstantValue> Parts::float_component(unsigned bit_size) {
    const std::string_view text = tokens_.at().text;
    ConstantValue value;
    const bool fits = bit_size == 64   ? read_float<double, std::uint64_t>(text, value.u64)
                      : bit_size == 32 ? read_float<float, std::uint32_t>(text, value.u64)
                                       : read_half(text, value.u64);
    if (!fits) {
        tokens_.fail("N102", "'" + std::string(text) + "' is not a number of that width");
        return std::nullopt;
    }
    tokens_.advance();
    return value;
}

} // namespace jacquard::nir
