#pragma once

#include <jacquard/runs/case/case_file.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/line_words.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// A word of a case file and where it stands.
struct CaseWord {
    std::string_view text;
    SourcePosition position;
};

// The words of one line, read from left to right. The first fault of a line is reported and ends
// it.
class CaseLine {
  public:
    CaseLine(std::string_view line, std::uint32_t number, Diagnostics& diagnostics)
        : words_(line), number_(number), diagnostics_(&diagnostics) {}

    [[nodiscard]] bool at_end() { return words_.at_end(); }

    [[nodiscard]] CaseWord next() {
        const std::string_view word = words_.next();
        return {word, {number_, static_cast<std::uint32_t>(words_.start() + 1)}};
    }

    // Takes the next word when it is `text`.
    [[nodiscard]] bool accept(std::string_view text) { return words_.accept(text); }

    [[nodiscard]] bool expect(std::string_view text) {
        const CaseWord word = next();
        return word.text == text || fail("C103", word, "expected '" + std::string(text) + "'");
    }

    // A decimal number below `limit`.
    [[nodiscard]] std::optional<unsigned> number(std::string_view what, unsigned limit) {
        const CaseWord word = next();
        const std::optional<unsigned> value = parse_number<unsigned>(word.text);
        if (!value || *value >= limit) {
            fail("C104", word,
                 "expected " + std::string(what) + ", a number below " + std::to_string(limit));
            return std::nullopt;
        }
        return value;
    }

    // One to eight hex digits, with or without 0x.
    [[nodiscard]] std::optional<std::uint32_t> hex_word() {
        const CaseWord word = next();
        std::string_view digits = word.text;
        if (digits.starts_with("0x") || digits.starts_with("0X")) {
            digits.remove_prefix(2);
        }
        const std::optional<std::uint32_t> value = parse_number<std::uint32_t>(digits, 16);
        if (!value || digits.size() > 8) {
            fail("C105", word, "expected a 32-bit word of hex digits");
            return std::nullopt;
        }
        return value;
    }

    [[nodiscard]] std::optional<Vector4> vector() {
        Vector4 result{};
        for (std::uint32_t& component : result) {
            const std::optional<std::uint32_t> value = hex_word();
            if (!value) {
                return std::nullopt;
            }
            component = *value;
        }
        return result;
    }

    // "lane L"
    [[nodiscard]] std::optional<unsigned> lane() {
        if (!expect("lane")) {
            return std::nullopt;
        }
        return number("a lane", kCaseLanes);
    }

    bool end_of_line() {
        if (at_end()) {
            return true;
        }
        return fail("C106", next(), "nothing more is expected on this line");
    }

    bool fail(std::string_view code, const CaseWord& word, const std::string& message) {
        diagnostics_->error(code, word.position,
                            message + (word.text.empty()
                                           ? ", found the end of the line"
                                           : ", found '" + std::string(word.text) + "'"));
        return false;
    }

  private:
    LineWords words_;
    std::uint32_t number_;
    Diagnostics* diagnostics_;
};

} // namespace jacquard::driver
