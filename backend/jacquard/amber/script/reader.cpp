#include <jacquard/amber/script/reader.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace jacquard::driver::amber {

namespace {

std::string quoted(const Token& token) {
    return token.is_end() ? "the end of the line" : '\'' + std::string(token.text) + '\'';
}

// More are told by their number and by those that are near.
constexpr std::size_t kFewWords = 8;

} // namespace

bool Reader::fail(std::string_view code, const Token& token, std::string message) {
    diagnostics_.error(code, token.position, std::move(message));
    return false;
}

bool Reader::fail_word(const Token& token, std::string_view what,
                       std::span<const std::string_view> words) {
    std::string message = quoted(token) + " is no " + std::string(what);
    if (words.size() <= kFewWords) {
        message += "; expected ";
        for (std::size_t i = 0; i < words.size(); ++i) {
            message += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
            message += words[i];
        }
    }
    suggest_name(diagnostics_.error("M101", token.position, std::move(message)), token.text, words);
    return false;
}

bool Reader::refuse(const Token& token, Refused part) {
    const RefusedPart& refused = refused_part(part);
    return fail("M201", token,
                std::string(refused.name) + " is not supported: " + std::string(refused.reason));
}

bool Reader::expect(std::string_view word) {
    const Token token = scanner_.take();
    if (token.text == word) {
        return true;
    }
    diagnostics_.error("M102", token.position,
                       "expected '" + std::string(word) + "', not " + quoted(token));
    return false;
}

bool Reader::take_if(std::string_view word) {
    if (scanner_.peek().text != word) {
        return false;
    }
    scanner_.take();
    return true;
}

bool Reader::end_of_line() {
    const Token token = scanner_.peek();
    return token.is_end() ||
           fail("M102", token, quoted(token) + " stands behind the end of the command");
}

bool Reader::take_name(std::string_view what, Token& token) {
    token = scanner_.take();
    return !token.is_end() ||
           fail("M102", token, "expected " + std::string(what) + ", not the end of the line");
}

bool Reader::take_unsigned(std::string_view what, std::uint64_t most, std::uint64_t& value) {
    const Token token = scanner_.take();
    Number number;
    if (!read_number(token.text, ScalarKind::unsigned_integer, 64, number) ||
        token.text.starts_with('-')) {
        return fail("M103", token,
                    "expected " + std::string(what) + ", a whole number, not " + quoted(token));
    }
    value = static_cast<std::uint64_t>(number.integer);
    return value <= most || fail("M103", token,
                                 std::string(what) + " is at most " + std::to_string(most) +
                                     ", not " + quoted(token));
}

bool Reader::take_unsigned32(std::string_view what, std::uint32_t& value) {
    std::uint64_t wide = 0;
    const bool is_there = take_unsigned(what, std::numeric_limits<std::uint32_t>::max(), wide);
    value = static_cast<std::uint32_t>(wide);
    return is_there;
}

bool Reader::take_double(std::string_view what, double& value) {
    const Token token = scanner_.take();
    Number number;
    if (!read_number(token.text, ScalarKind::floating, 64, number)) {
        return fail("M103", token,
                    "expected " + std::string(what) + ", a number, not " + quoted(token));
    }
    value = number.floating;
    return true;
}

bool Reader::take_float(std::string_view what, float& value) {
    double wide = 0.0;
    const bool is_read = take_double(what, wide);
    value = static_cast<float>(wide);
    return is_read;
}

bool Reader::take_switch(bool& value) {
    static constexpr std::array<Word<bool>, 2> kSwitch = {{{"on", true}, {"off", false}}};
    return take_word<bool>("switch", kSwitch, value);
}

bool Reader::take_comparison(nir::TexelComparison& comparison) {
    const Token token = scanner_.take();
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < nir::kNumTexelComparisons; ++i) {
        names.push_back(nir::kTexelComparisonInfos[i].name);
        if (names.back() == token.text) {
            comparison = static_cast<nir::TexelComparison>(i);
            return true;
        }
    }
    return fail_word(token, "comparison", names);
}

bool Reader::find(const Names& names, std::string_view what, std::size_t& number) {
    Token token;
    if (!take_name("the name of a " + std::string(what), token)) {
        return false;
    }
    const auto found = names.find(token.text);
    if (found != names.end()) {
        number = found->second;
        return true;
    }
    std::vector<std::string_view> known;
    for (const auto& [name, unused] : names) {
        known.push_back(name);
    }
    suggest_name(diagnostics_.error("M104", token.position,
                                    "there is no " + std::string(what) + ' ' + quoted(token)),
                 token.text, known);
    return false;
}

bool Reader::declare(Names& names, std::string_view what, std::size_t number, std::string& name) {
    Token token;
    if (!take_name("the name of a " + std::string(what), token)) {
        return false;
    }
    name = token.text;
    return names.emplace(name, number).second ||
           fail("M105", token,
                "there is a " + std::string(what) + ' ' + quoted(token) + " already");
}

bool Reader::allot(const Token& token, std::uint64_t bytes) {
    if (bytes > limits_.memory || bytes_ + bytes > limits_.memory) {
        report_limit(diagnostics_, token.position, Limit::memory, limits_);
        return false;
    }
    bytes_ += bytes;
    return true;
}

void Reader::read_line(std::span<const Command_> commands) {
    word_ = scanner_.take();
    const auto found = std::find_if(commands.begin(), commands.end(), [&](const Command_& command) {
        return command.word == word_.text;
    });
    if (found != commands.end()) {
        if ((this->*found->handler)()) {
            end_of_line();
        }
    } else {
        std::vector<std::string_view> words;
        for (const Command_& command : commands) {
            words.push_back(command.word);
        }
        fail_word(word_, "command here", words);
    }
    scanner_.skip_line();
}

bool Reader::read_block(const Token& start, std::span<const Command_> commands) {
    if (!end_of_line()) {
        scanner_.skip_line();
    }
    while (scanner_.next_line() && !diagnostics_.is_full()) {
        if (scanner_.peek().text == "END") {
            scanner_.take();
            return true;
        }
        read_line(commands);
    }
    return diagnostics_.is_full() || fail("M106", start, quoted(start) + " has no END");
}

Script Reader::read() {
    static constexpr std::array<Command_, 21> kCommands = {{
        {"SET", &Reader::read_set},
        {"DEVICE_FEATURE", &Reader::read_feature},
        {"DEVICE_PROPERTY", &Reader::read_property},
        {"DEVICE_EXTENSION", &Reader::read_extension},
        {"INSTANCE_EXTENSION", &Reader::read_extension},
        {"VIRTUAL_FILE", &Reader::read_virtual_file},
        {"SHADER", &Reader::read_shader},
        {"STRUCT", &Reader::read_structure},
        {"BUFFER", &Reader::read_buffer},
        {"IMAGE", &Reader::read_image},
        {"SAMPLER", &Reader::read_sampler},
        {"PIPELINE", &Reader::read_pipeline},
        {"DERIVE_PIPELINE", &Reader::read_derived},
        {"RUN", &Reader::read_run},
        {"CLEAR", &Reader::read_clear},
        {"CLEAR_COLOR", &Reader::read_clear_colour},
        {"CLEAR_DEPTH", &Reader::read_clear_depth},
        {"CLEAR_STENCIL", &Reader::read_clear_stencil},
        {"COPY", &Reader::read_copy},
        {"REPEAT", &Reader::read_repeat},
        {"EXPECT", &Reader::read_expect},
    }};
    commands_.push_back(&script_.commands);
    while (scanner_.next_line() && !diagnostics_.is_full()) {
        read_line(kCommands);
    }
    return std::move(script_);
}

} // namespace jacquard::driver::amber
