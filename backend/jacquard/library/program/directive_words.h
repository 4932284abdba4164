#pragma once

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/line_words.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// The words of a directive, one after the other. Each function gives what comes next, or reports
// what was expected; after a fault all do nothing.
class DirectiveWords {
  public:
    struct Components {
        unsigned first = 0;
        unsigned mask = 0;
    };

    explicit DirectiveWords(Diagnostics& diagnostics) : diagnostics_(&diagnostics) {}

    // `column` is the place of the first letter of the line, from 0.
    void begin(std::string_view line, std::uint32_t number, std::size_t column);

    std::string_view word(std::string_view what);
    void keyword(std::string_view text);
    bool optional_keyword(std::string_view text);
    template <typename Number>
    Number number(std::string_view what) {
        const std::string_view text = word(what);
        return number_of<Number>(text, word_start_, what);
    }
    // A number that is part of a word.
    template <typename Number>
    Number number_of(std::string_view text, std::size_t offset, std::string_view what) {
        const std::optional<std::uint64_t> value = parse_number<std::uint64_t>(text);
        if (!value || *value > std::numeric_limits<Number>::max()) {
            fail(offset, "expected " + std::string(what) + ", a number from 0 to " +
                             std::to_string(std::numeric_limits<Number>::max()));
            return 0;
        }
        return static_cast<Number>(*value);
    }
    ir3::RegisterLocation location();
    Components components();
    // Letters of components alone, such as "xw".
    Components component_letters();
    // "c8", or "c8.x" where a component is written.
    std::uint32_t constant_vec4(bool with_component);
    const ir3::SlotInfo* slot();
    // Reports an error unless only a comment follows.
    void end();

    void fail(std::size_t offset, std::string message);

  protected:
    Diagnostics* diagnostics_;
    LineWords words_;
    std::size_t word_start_ = 0;
    std::uint32_t number_ = 0;
    std::size_t column_ = 0;
    bool failed_ = false;
};

} // namespace jacquard::driver
