#include <jacquard/support/text/near_name.h>
#include <jacquard/tgsi/read/older_forms.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/read/parser.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace jacquard::tgsi {
namespace {

// Longer words are no misspelt names, and comparing them takes long.
constexpr std::size_t kLongestName = 40;

std::string quoted(std::string_view text) {
    constexpr std::size_t kLongestQuote = 60;
    std::string result = "'";
    result += text.substr(0, kLongestQuote);
    if (text.size() > kLongestQuote) {
        result += "…";
    }
    return result + "'";
}

// Digits, after an optional sign, as a magnitude. False when they are no number or exceed 64 bits.
bool read_integer(std::string_view text, bool& negative, std::uint64_t& magnitude) {
    negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        text.remove_prefix(1);
    }
    int base = 10;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text.remove_prefix(2);
    }
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), magnitude, base);
    return error == std::errc() && end == text.data() + text.size();
}

template <typename Float>
bool read_decimal(std::string_view text, Float& value) {
    bool negative = false;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        negative = text.front() == '-';
        text.remove_prefix(1);
    }
    if (text.empty() || text.front() == '-' || text.front() == '+') {
        return false;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size()) {
        return false;
    }
    if (error == std::errc::result_out_of_range) {
        // Too small is zero, too large is a fault.
        double wide = 0;
        const auto again = std::from_chars(text.data(), text.data() + text.size(), wide);
        const std::size_t exponent = text.find_first_of("eE");
        const bool tiny = again.ec == std::errc()
                              ? std::abs(wide) < 1
                              : exponent != std::string_view::npos && text[exponent + 1] == '-';
        if (!tiny) {
            return false;
        }
        value = 0;
    } else if (error != std::errc()) {
        return false;
    }
    value = negative ? -value : value;
    return true;
}

} // namespace

bool Parser::fail(std::string_view code, SourcePosition position, std::string message,
                  std::string_view near, std::span<const std::string_view> known) {
    Diagnostic& diagnostic = diagnostics_.error(code, position, std::move(message));
    if (!near.empty() && near.size() <= kLongestName) {
        suggest_name(diagnostic, near, known);
    }
    return false;
}

bool Parser::expect(char sign, std::string_view after) {
    if (scanner_.take(sign)) {
        return true;
    }
    const SourcePosition position = scanner_.position();
    return fail("T103", position,
                "expected '" + std::string(1, sign) + "' after " + std::string(after) + ", found " +
                    quoted(scanner_.peek_anything()));
}

bool Parser::expect_line_end(std::string_view after) {
    if (scanner_.at_line_end()) {
        return true;
    }
    const SourcePosition position = scanner_.position();
    return fail("T109", position,
                "expected the end of the line after " + std::string(after) + ", found " +
                    quoted(scanner_.peek_anything()));
}

bool Parser::parse_unsigned(std::uint32_t& value, std::uint32_t limit, std::string_view what) {
    const SourcePosition position = scanner_.position();
    const char first = scanner_.peek();
    if (first < '0' || first > '9') {
        return fail("T103", position,
                    "expected " + std::string(what) + ", found " +
                        quoted(scanner_.peek_anything()));
    }
    const std::string_view text = scanner_.take_word();
    bool negative = false;
    std::uint64_t magnitude = 0;
    if (!read_integer(text, negative, magnitude)) {
        return fail("T106", position, quoted(text) + " is not " + std::string(what));
    }
    if (magnitude > limit) {
        return fail("T106", position,
                    std::string(what) + " is at most " + std::to_string(limit) + ", and this is " +
                        quoted(text));
    }
    value = static_cast<std::uint32_t>(magnitude);
    return true;
}

std::int16_t Parser::intern_format(std::string_view name) {
    const auto known = formats_.find(name);
    if (known != formats_.end()) {
        return known->second;
    }
    if (program.formats.size() >= std::numeric_limits<std::int16_t>::max()) {
        return -1;
    }
    const auto number = static_cast<std::int16_t>(program.formats.size());
    program.formats.emplace_back(name);
    formats_.emplace(name, number);
    return number;
}

bool Parser::parse_stage() {
    if (!scanner_.next_line()) {
        return fail("T101", {1, 1}, "the text is empty; a shader begins with its stage");
    }
    program.stage_position = scanner_.position();
    const std::string_view word = scanner_.take_word();
    const auto stage = find_stage(word);
    if (!stage) {
        const std::string_view found = word.empty() ? scanner_.peek_anything() : word;
        return fail("T101", program.stage_position,
                    "a shader begins with its stage, not with " + quoted(found), word,
                    stage_names());
    }
    program.stage = *stage;
    return expect_line_end("the stage");
}

void Parser::run() {
    // Without a stage there is no telling what the text is.
    if (!parse_stage()) {
        return;
    }
    scanner_.skip_line();
    for (std::uint64_t lines = 0; scanner_.next_line(); ++lines) {
        if (diagnostics_.is_full()) {
            return;
        }
        if (lines == limits_.instructions) {
            report_limit(diagnostics_, scanner_.position(), Limit::instructions, limits_);
            return;
        }
        parse_line();
        scanner_.skip_line();
    }
    is_whole = true;
}

void Parser::parse_line() {
    const Scanner::Mark start = scanner_.mark();
    const auto keyword = find_line_keyword(scanner_.take_word());
    if (!keyword) {
        scanner_.rewind(start);
        parse_instructions();
        return;
    }
    switch (*keyword) {
    case LineKeyword::declaration: parse_declaration(); break;
    case LineKeyword::property: parse_property(); break;
    case LineKeyword::immediate:
        if (!parse_immediate()) {
            doubts.files |= 1U << static_cast<unsigned>(RegisterFile::immediate);
        }
        break;
    }
}

bool Parser::parse_property() {
    PropertySetting setting;
    setting.position = scanner_.position();
    const std::string_view word = scanner_.take_word();
    const auto property = find_property(word);
    if (!property) {
        return fail("T107", setting.position, "there is no property called " + quoted(word), word,
                    property_names());
    }
    setting.property = *property;
    do {
        if (!parse_property_value(setting)) {
            return false;
        }
        scanner_.take(',');
    } while (!scanner_.at_line_end());
    program.properties.push_back(std::move(setting));
    return true;
}

bool Parser::parse_property_value(PropertySetting& setting) {
    constexpr std::size_t kMostValues = 16;
    const SourcePosition position = scanner_.position();
    if (setting.values.size() == kMostValues) {
        return fail("T106", position,
                    "a property has at most " + std::to_string(kMostValues) + " values");
    }
    std::uint32_t value = 0;
    const std::string_view word = scanner_.peek_word();
    const auto named = find_value(setting.property, word);
    if (named) {
        scanner_.take_word();
        value = *named;
    } else if (!word.empty() && (word.front() < '0' || word.front() > '9') &&
               !value_names(setting.property).empty()) {
        return fail("T107", position,
                    quoted(word) + " is not a value of " + std::string(name_of(setting.property)),
                    word, value_names(setting.property));
    } else if (!parse_unsigned(value, std::numeric_limits<std::uint32_t>::max(),
                               "the value of a property")) {
        return false;
    }
    setting.values.push_back(value);
    return true;
}

bool Parser::parse_immediate() {
    Immediate immediate;
    immediate.position = scanner_.position();
    if (scanner_.take('[')) {
        const SourcePosition position = scanner_.position();
        std::uint32_t number = 0;
        if (!parse_unsigned(number, kMaxRegister, "the number of an immediate") ||
            !expect(']', "the number of an immediate")) {
            return false;
        }
        const bool all_known =
            (doubts.files >> static_cast<unsigned>(RegisterFile::immediate) & 1) == 0;
        if (number != program.immediates.size() && all_known) {
            return fail("T106", position,
                        "immediates are numbered in order; the next one is " +
                            std::to_string(program.immediates.size()));
        }
    }
    const SourcePosition type_position = scanner_.position();
    const std::string_view word = scanner_.take_word();
    const auto type = find_immediate_type(word);
    if (!type) {
        return fail("T107", type_position,
                    "there is no type of immediates called " +
                        quoted(word.empty() ? scanner_.peek_anything() : word),
                    word, immediate_type_names());
    }
    immediate.type = *type;
    const bool wide = *type == ImmediateType::float64 || *type == ImmediateType::uint64 ||
                      *type == ImmediateType::int64;
    const unsigned count = wide ? 2 : 4;
    if (!expect('{', "the type of an immediate")) {
        return false;
    }
    for (unsigned i = 0; i < count; ++i) {
        if (i != 0 && !expect(',', "a value of an immediate")) {
            return false;
        }
        if (!parse_immediate_value(immediate, i)) {
            return false;
        }
    }
    if (scanner_.peek() == ',') {
        return fail("T108", scanner_.position(),
                    "an immediate of type " + std::string(name_of(*type)) + " has " +
                        std::to_string(count) + " values");
    }
    if (!expect('}', "the values of an immediate") || !expect_line_end("an immediate")) {
        return false;
    }
    if (program.immediates.size() > static_cast<std::size_t>(kMaxRegister)) {
        return fail("T106", immediate.position, "there are too many immediates");
    }
    program.immediates.push_back(immediate);
    return true;
}

bool Parser::parse_immediate_value(Immediate& immediate, unsigned number) {
    const SourcePosition position = scanner_.position();
    const std::string_view text = scanner_.take_number();
    const std::string type(name_of(immediate.type));
    if (text.empty()) {
        return fail("T103", position,
                    "expected a number, found " + quoted(scanner_.peek_anything()));
    }
    const bool is_hex = text.find_first_of("xX") != std::string_view::npos;
    bool negative = false;
    std::uint64_t magnitude = 0;
    bool good = false;
    std::uint64_t bits = 0;
    unsigned width = 32;
    switch (immediate.type) {
    case ImmediateType::float32:
        if (is_hex) {
            good = read_integer(text, negative, magnitude) && !negative && magnitude >> 32 == 0;
            bits = magnitude;
        } else {
            float value = 0;
            good = read_decimal(text, value);
            bits = std::bit_cast<std::uint32_t>(value);
        }
        break;
    case ImmediateType::float64:
        width = 64;
        if (is_hex) {
            good = read_integer(text, negative, magnitude) && !negative;
            bits = magnitude;
        } else {
            double value = 0;
            good = read_decimal(text, value);
            bits = std::bit_cast<std::uint64_t>(value);
        }
        break;
    case ImmediateType::uint32:
    case ImmediateType::int32:
        good = read_integer(text, negative, magnitude) &&
               magnitude <= (negative ? std::uint64_t{1} << 31 : 0xffffffffU);
        bits = (negative ? 0 - magnitude : magnitude) & 0xffffffffU;
        break;
    case ImmediateType::uint64:
    case ImmediateType::int64:
        width = 64;
        good = read_integer(text, negative, magnitude) &&
               (!negative || magnitude <= std::uint64_t{1} << 63);
        bits = negative ? 0 - magnitude : magnitude;
        break;
    }
    if (!good) {
        return fail("T106", position, quoted(text) + " is not a value of type " + type);
    }
    if (width == 32) {
        immediate.words[number] = static_cast<std::uint32_t>(bits);
    } else {
        const std::size_t low = std::size_t{2} * number;
        immediate.words[low] = static_cast<std::uint32_t>(bits);
        immediate.words[low + 1] = static_cast<std::uint32_t>(bits >> 32);
    }
    return true;
}

std::optional<Program> parse(std::string_view text, Diagnostics& diagnostics,
                             const Limits& limits) {
    const std::size_t before = diagnostics.error_count();
    if (text.size() > limits.input_bytes) {
        report_limit(diagnostics, {}, Limit::input_bytes, limits);
        return std::nullopt;
    }
    Parser parser(text, diagnostics, limits);
    parser.run();
    const bool has_stage =
        parser.program.stage_position.line != 0 &&
        (diagnostics.error_count() == before || !parser.program.instructions.empty());
    if (has_stage && parser.is_whole) {
        check(parser.program, diagnostics, parser.doubts, limits);
    }
    if (diagnostics.error_count() != before) {
        return std::nullopt;
    }
    replace_older_forms(parser.program);
    return std::move(parser.program);
}

} // namespace jacquard::tgsi
