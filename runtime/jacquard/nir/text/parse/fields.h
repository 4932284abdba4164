#pragma once

#include <jacquard/nir/text/tokens/tokens.h>

#include <span>
#include <string_view>
#include <vector>

namespace jacquard::nir {

// The fields that may stand between a pair of braces.
struct FieldNames {
    std::string_view owner; // what has them: "a cast"
    std::string_view noun;  // what one of them is called: "a field"
    std::span<const std::string_view> names;

    // Whether the token at hand names one of them; reports if it does not.
    [[nodiscard]] bool accept(Tokens& tokens) const;
};

// Adds the words of a table of fields to the names of others.
template <typename Table>
void append_words(std::vector<std::string_view>& names, const Table& table) {
    for (const auto& field : table) {
        names.push_back(field.word);
    }
}

// Keeps which fields were given, since none has two values. There are as few as names for them, so
// that they need no order.
class GivenFields {
  public:
    explicit GivenFields(Tokens& tokens) : tokens_(tokens) {}

    // The word at hand gives what `field` says; reports if another did before.
    void give(std::string_view field);

  private:
    struct Given {
        std::string_view field;
        SourcePosition position;
    };

    Tokens& tokens_;
    std::vector<Given> given_;
};

// Reads fields up to the closing brace. `read_value` gets the token of a name, which was read, and
// reads what follows it.
template <typename ReadValue>
bool read_fields(Tokens& tokens, const FieldNames& fields, const ReadValue& read_value) {
    GivenFields given(tokens);
    const auto read_one = [&] {
        const Token name = tokens.at();
        if (!fields.accept(tokens)) {
            return false;
        }
        given.give(name.text);
        tokens.advance();
        return read_value(name);
    };
    return tokens.list(read_one) && tokens.expect('}', "or ',' and more");
}

} // namespace jacquard::nir
