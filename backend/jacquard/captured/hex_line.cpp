#include <jacquard/captured/hex_line.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/letters.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

constexpr std::string_view kBlankLetters = " \t\r";

// A piece of a line between blanks and commas.
struct Token {
    std::size_t place = 0;
    std::string_view text;  // with 0x
    std::size_t blanks = 0; // before it, where nothing else is

    [[nodiscard]] bool has_prefix() const {
        return text.starts_with("0x") || text.starts_with("0X");
    }
    [[nodiscard]] std::string_view digits() const { return text.substr(has_prefix() ? 2 : 0); }
    [[nodiscard]] bool is_number() const {
        return !digits().empty() && digits().size() <= 16 &&
               std::all_of(digits().begin(), digits().end(),
                           [](char letter) { return hex_digit(letter) >= 0; });
    }
};

std::vector<Token> tokens_of(std::string_view line, std::size_t from) {
    std::vector<Token> tokens;
    for (std::size_t at = from; at < line.size();) {
        const std::size_t start = std::min(line.find_first_not_of(" \t\r,{}();", at), line.size());
        const std::size_t end = std::min(line.find_first_of(" \t\r,{}();", start), line.size());
        if (start < end) {
            const std::string_view between = line.substr(at, start - at);
            const bool has_comma = between.find(',') != std::string_view::npos;
            tokens.push_back(
                {start, line.substr(start, end - start), has_comma ? 0 : between.size()});
        }
        at = end;
    }
    return tokens;
}

// Values begin behind the address, or behind what a log puts first: a time in brackets, a level, a
// name.
struct Begin {
    std::size_t place = 0;
    std::optional<std::uint64_t> address;
    bool in_order = true; // groups of two bytes stand in the order of the memory
};

// The first `0010:` of a line is the address.
std::optional<Begin> behind_address(std::string_view line) {
    constexpr std::size_t kLeastDigits = 4;
    for (const Token& token : tokens_of(line, 0)) {
        const Token name{token.place, token.text.substr(0, token.text.size() - 1), 0};
        if (token.text.ends_with(':') && name.is_number() &&
            (name.has_prefix() || name.digits().size() >= kLeastDigits)) {
            return Begin{token.place + token.text.size(),
                         parse_number<std::uint64_t>(name.digits(), 16), true};
        }
    }
    return std::nullopt;
}

Begin begin_of(std::string_view line) {
    if (const std::optional<Begin> begin = behind_address(line)) {
        return *begin;
    }
    Begin begin;
    std::vector<Token> tokens = tokens_of(line, 0);
    std::size_t first = 0;
    while (first < tokens.size() && !tokens[first].is_number()) {
        ++first; // "[", "12.345]", "gpu:"
    }
    const bool follows_name =
        first == 0 || (first < tokens.size() && tokens[first - 1].text.find_last_of(":]>") ==
                                                    tokens[first - 1].text.size() - 1);
    if (first == tokens.size() || !follows_name) {
        return begin;
    }
    begin.place = tokens[first].place;
    // An address without a colon is told by what follows it, and by its length; some programs
    // write it in octal, so that only the order of lines is known.
    constexpr std::size_t kLeastDigits = 7;
    const Token& token = tokens[first];
    if (first + 1 < tokens.size() && !token.has_prefix() && token.digits().size() >= kLeastDigits &&
        tokens[first + 1].digits().size() != token.digits().size()) {
        begin.place = token.place + token.text.size();
        begin.in_order = false;
    }
    return begin;
}

// The values of a line have so many digits; 0: its first token is no value.
std::size_t width_of(const Token& first, bool has_address) {
    const std::size_t digits = first.digits().size();
    if (!first.is_number()) {
        return 0;
    }
    if (first.has_prefix()) {
        return digits > 8 ? 16 : digits > 2 ? 8 : 2;
    }
    const bool is_short = digits == 2 || digits == 4; // words of a text may look like these
    return digits == 8 || digits == 16 || (is_short && has_address) ? digits : 0;
}

// Returns true if the letters that stand for the bytes begin with this token.
bool begins_letters(const Token& token, std::size_t width, std::size_t values) {
    constexpr std::size_t kUsual = 16; // bytes of a line
    constexpr std::size_t kGap = 2;
    const std::size_t bytes = values * width / 2;
    const bool is_apart = token.blanks >= kGap && (width == 4 || width == 8 || bytes >= kUsual);
    return token.text.starts_with('|') || (is_apart && values > 0) ||
           (token.blanks >= kGap && !token.is_number());
}

void append_value(HexLine& line, std::string_view digits, std::size_t width, bool in_order) {
    const std::uint64_t value = *parse_number<std::uint64_t>(digits, 16);
    const std::size_t bytes = width / 2;
    for (std::size_t i = 0; i < bytes; ++i) {
        const std::size_t place = width == 4 && in_order ? bytes - 1 - i : i;
        line.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * place)));
    }
}

} // namespace

std::optional<HexLine> read_hex_line(std::string_view line, std::optional<HexFault>& fault) {
    const Begin begin = begin_of(line);
    const std::vector<Token> tokens = tokens_of(line, begin.place);
    const bool has_address = begin.address.has_value() || !begin.in_order;
    const std::size_t width = tokens.empty() ? 0 : width_of(tokens[0], has_address);
    if (width == 0) {
        return std::nullopt;
    }
    HexLine result;
    result.address = begin.address;
    result.value_bytes = width > 4 ? static_cast<unsigned>(width / 2) : 1;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        if (i > 0 && begins_letters(token, width, i)) {
            break;
        }
        const std::size_t digits = token.digits().size();
        const bool fits = token.has_prefix() ? digits <= width : digits == width;
        if (!token.is_number() || !fits || token.has_prefix() != tokens[0].has_prefix()) {
            const bool is_meant = begin.address ? i > 0 : token.has_prefix();
            if (!is_meant) {
                return std::nullopt; // prose that begins like a number
            }
            fault = HexFault{token.place, "as many hexadecimal digits as before"};
            return std::nullopt;
        }
        append_value(result, token.digits(), width, begin.in_order);
    }
    return result;
}

} // namespace jacquard::driver
