#include <jacquard/nir/text/parse/parser_state.h>
#include <jacquard/nir/text/print/words.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <charconv>

// Tokens, recovery, and the small parts that statements are made of.
namespace jacquard::nir {

bool Parser::accept(char punctuation) {
    if (!token_.is(punctuation)) {
        return false;
    }
    advance();
    return true;
}

bool Parser::accept_word(std::string_view word) {
    if (!token_.is_word(word)) {
        return false;
    }
    advance();
    return true;
}

bool Parser::expect(char punctuation, std::string_view where) {
    if (accept(punctuation)) {
        return true;
    }
    unexpected("'" + std::string(1, punctuation) + "' " + std::string(where));
    return false;
}

void Parser::unexpected(std::string_view wanted) {
    std::string found = "the end of the text";
    if (token_.kind == TokenKind::value) {
        found = "'%" + std::string(token_.text) + "'";
    } else if (token_.kind != TokenKind::end) {
        found = "'" + std::string(token_.text) + "'";
    }
    fail("N101", "expected " + std::string(wanted) + ", found " + found);
}

void Parser::suggest(Diagnostic& diagnostic, std::string_view written,
                     std::span<const std::string_view> names) {
    // Comparing with every name takes its time; nobody sees what is said past the limit, nor of
    // names that are no misspelt ones.
    constexpr std::size_t kLongestName = 80;
    if (diagnostics_.is_full() || written.size() > kLongestName) {
        return;
    }
    suggest_name(diagnostic, written, names);
}

// To the line behind the statement at hand, so far as it was read.
void Parser::skip_line() {
    const std::uint32_t line = std::max(last_line_, statement_line_);
    while (token_.kind != TokenKind::end && token_.position.line <= line) {
        advance();
    }
}

std::optional<std::uint64_t> Parser::number(std::string_view what, std::uint64_t limit) {
    if (token_.kind != TokenKind::number) {
        unexpected(what);
        return std::nullopt;
    }
    std::string_view digits = token_.text;
    const bool hex = digits.starts_with("0x");
    digits.remove_prefix(hex ? 2 : 0);
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, value, hex ? 16 : 10);
    if (result.ec != std::errc() || result.ptr != end || value > limit) {
        fail("N102", "expected " + std::string(what) + " up to " + std::to_string(limit) +
                         ", found '" + std::string(token_.text) + "'");
        return std::nullopt;
    }
    advance();
    return value;
}

std::optional<std::int64_t> Parser::signed_number(std::string_view what) {
    if (token_.kind == TokenKind::number && token_.text.starts_with('-')) {
        std::int64_t value = 0;
        const char* end = token_.text.data() + token_.text.size();
        const auto result = std::from_chars(token_.text.data(), end, value);
        if (result.ec != std::errc() || result.ptr != end) {
            fail("N102",
                 "expected " + std::string(what) + ", found '" + std::string(token_.text) + "'");
            return std::nullopt;
        }
        advance();
        return value;
    }
    const auto value = number(what, 0x7fffffffffffffff);
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::optional<Parser::Shape> Parser::shape() {
    if (token_.kind != TokenKind::number) {
        unexpected("a width, such as 32 or 32x4");
        return std::nullopt;
    }
    Shape result{0, 1};
    const char* at = token_.text.data();
    const char* end = at + token_.text.size();
    auto read = std::from_chars(at, end, result.bit_size);
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == 'x') {
        read = std::from_chars(read.ptr + 1, end, result.num_components);
    }
    if (read.ec != std::errc() || read.ptr != end || !is_valid_bit_size(result.bit_size) ||
        !is_valid_component_count(result.num_components)) {
        fail("N102",
             "'" + std::string(token_.text) +
                 "' is not a shape of values: 1, 8, 16, 32 or 64 bits, then x and 2 to 5, 8 "
                 "or 16 components");
        return std::nullopt;
    }
    advance();
    return result;
}

std::optional<AluType> Parser::alu_type() {
    if (token_.kind == TokenKind::word) {
        for (std::size_t i = 0; i < kBaseTypeWords.size(); ++i) {
            if (!token_.text.starts_with(kBaseTypeWords[i])) {
                continue;
            }
            const std::string_view width = token_.text.substr(kBaseTypeWords[i].size());
            unsigned bits = 0;
            const char* end = width.data() + width.size();
            const auto read = std::from_chars(width.data(), end, bits);
            if (width.empty() ||
                (read.ec == std::errc() && read.ptr == end && is_valid_bit_size(bits))) {
                advance();
                return AluType{static_cast<BaseType>(i), static_cast<std::uint8_t>(bits)};
            }
        }
    }
    unexpected("a type, such as float32 or uint");
    return std::nullopt;
}

std::optional<std::uint32_t> Parser::word_of(std::span<const EnumWord> words,
                                             std::string_view what) {
    if (token_.kind == TokenKind::word || token_.kind == TokenKind::number) {
        if (const auto found = find_number(words, token_.text)) {
            advance();
            return found;
        }
        std::vector<std::string_view> names;
        for (const EnumWord& entry : words) {
            names.push_back(entry.word);
        }
        Diagnostic& diagnostic = diagnostics_.error("N103", token_.position,
                                                    "there is no " + std::string(what) + " '" +
                                                        std::string(token_.text) + "'");
        suggest(diagnostic, token_.text, names);
        return std::nullopt;
    }
    unexpected(what);
    return std::nullopt;
}

std::optional<std::uint8_t> Parser::component_mask() {
    if (token_.kind == TokenKind::number) {
        const auto bits = number("a mask", 15);
        return bits ? std::optional(static_cast<std::uint8_t>(*bits)) : std::nullopt;
    }
    if (accept_word("none")) {
        return std::uint8_t{0};
    }
    std::uint8_t bits = 0;
    bool good = token_.kind == TokenKind::word;
    for (const char c : good ? token_.text : std::string_view()) {
        const std::size_t at = kShortComponents.find(c);
        good = good && at != std::string_view::npos && (bits >> at) == 0;
        bits = static_cast<std::uint8_t>(bits | (at < 4 ? 1U << at : 0U));
    }
    if (!good) {
        unexpected("a mask of components, such as xyz");
        return std::nullopt;
    }
    advance();
    return bits;
}

std::optional<std::string> Parser::string(std::string_view what) {
    if (token_.kind != TokenKind::string) {
        unexpected(what);
        return std::nullopt;
    }
    std::string text = unquote(token_.text);
    advance();
    return text;
}

std::optional<std::uint32_t> Parser::block_number() {
    if (token_.kind == TokenKind::word && token_.text.size() > 1 && token_.text[0] == 'b') {
        std::uint32_t value = 0;
        const char* end = token_.text.data() + token_.text.size();
        const auto read = std::from_chars(token_.text.data() + 1, end, value);
        if (read.ec == std::errc() && read.ptr == end) {
            advance();
            return value;
        }
    }
    unexpected("a block, such as b3");
    return std::nullopt;
}

} // namespace jacquard::nir
