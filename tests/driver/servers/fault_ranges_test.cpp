#include <jacquard/tool/lsp/fault_ranges.h>

#include "catch.h"

#include <string>

using jacquard::SourcePosition;
using jacquard::driver::lsp::ByteRange;
using jacquard::driver::lsp::TextDocument;

namespace {

const TextDocument& document() {
    static const TextDocument text(
        "FRAG\r\n  0: MULL OUT[0].x, IN[0]\n\tfoo(food, foo)  \n\xc3\xa4");
    return text;
}

// The text that a fault there marks.
std::string marked(SourcePosition position, std::string_view message = {},
                   bool only_lines = false) {
    return std::string(document().text_of(
        jacquard::driver::lsp::fault_range(document(), position, message, only_lines)));
}

} // namespace

TEST_CASE("A fault marks the word or the letter where it is") {
    CHECK(marked({2, 6}) == "MULL");
    CHECK(marked({2, 14}) == "[");
    CHECK(marked({1, 1}) == "FRAG");
    CHECK(marked({4, 1}) == "\xc3\xa4");
}

TEST_CASE("A fault of the whole file marks its first line") {
    CHECK(marked({}) == "FRAG");
}

TEST_CASE("A fault of which only the line is known marks the name that it quotes") {
    CHECK(marked({3, 1}, "'food' : undeclared", true) == "food");
    CHECK(marked({3, 1}, "'foo' : undeclared", true) == "foo");
    CHECK(marked({3, 1}, "'x' : undeclared", true) == "foo(food, foo)");
    CHECK(marked({3, 1}, "'' : syntax error", true) == "foo(food, foo)");
    CHECK(marked({3, 1}, "')' : expected", true) == "foo(food, foo)");
    CHECK(marked({3, 1}, "nothing is quoted", true) == "foo(food, foo)");
    CHECK(marked({3, 6}, "'foo' : undeclared", true) == "food");
}

TEST_CASE("Places beyond the text are its end") {
    CHECK(marked({2, 99}).empty());
    CHECK(marked({99, 1}).empty());
    CHECK(jacquard::driver::lsp::offset_of(document(), {99, 9}) == document().text().size());
}

TEST_CASE("The word around a place reaches to both sides") {
    const auto word = [](std::size_t offset) {
        return std::string(
            document().text_of(jacquard::driver::lsp::word_around(document(), offset)));
    };
    CHECK(word(13) == "MULL");
    CHECK(word(11) == "MULL");
    CHECK(word(15) == "MULL");
    CHECK(word(1000) == "");
}
