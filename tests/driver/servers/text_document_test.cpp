#include <jacquard/tool/lsp/text_document.h>

#include "catch.h"

#include <string>

using jacquard::driver::lsp::ByteRange;
using jacquard::driver::lsp::PositionEncoding;
using jacquard::driver::lsp::TextDocument;
using jacquard::driver::lsp::TextPosition;

namespace {

constexpr PositionEncoding k8 = PositionEncoding::utf8;
constexpr PositionEncoding k16 = PositionEncoding::utf16;

// The text of each line without its end, with '|' behind each.
std::string lines_of(const TextDocument& document) {
    std::string lines;
    for (std::size_t i = 0; i < document.num_lines(); ++i) {
        lines += std::string(document.text_of(document.line(i))) + '|';
    }
    return lines;
}

} // namespace

TEST_CASE("Lines of a document end with LF, CR LF or CR") {
    CHECK(lines_of(TextDocument("a\nb\r\nc\rd")) == "a|b|c|d|");
    CHECK(lines_of(TextDocument("a\r\n\r\n\r\rb\n")) == "a||||b||");
    CHECK(lines_of(TextDocument("")) == "|");
}

TEST_CASE("A letter beyond the first plane is two units of UTF-16 and four of UTF-8") {
    const TextDocument document("x\n\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z"); // ä, €, a face, z
    CHECK(document.offset_of({1, 0}, k16) == 2);
    CHECK(document.offset_of({1, 1}, k16) == 4);
    CHECK(document.offset_of({1, 2}, k16) == 7);
    CHECK(document.offset_of({1, 4}, k16) == 11);
    CHECK(document.offset_of({1, 5}, k16) == 12);
    CHECK(document.offset_of({1, 9}, k8) == 11);
    CHECK(document.position_of(11, k16) == TextPosition{1, 4});
    CHECK(document.position_of(11, k8) == TextPosition{1, 9});
}

TEST_CASE("A position within a letter is the one before it") {
    const TextDocument document("\xf0\x9f\x98\x80z");
    CHECK(document.offset_of({0, 1}, k16) == 0);
    CHECK(document.offset_of({0, 3}, k8) == 0);
    CHECK(document.position_of(2, k16) == TextPosition{0, 0});
}

TEST_CASE("Positions beyond a line or the text are their ends") {
    const TextDocument document("ab\r\ncd\n");
    CHECK(document.offset_of({0, 99}, k16) == 2);
    CHECK(document.offset_of({7, 3}, k16) == document.text().size());
    CHECK(document.position_of(3, k16) == TextPosition{0, 2}); // between CR and LF
    CHECK(document.position_of(99, k16) == TextPosition{2, 0});
}

TEST_CASE("Bytes that are no UTF-8 are letters of their own") {
    const TextDocument document("\x80\xc3(\xf0\x9f");
    CHECK(document.offset_of({0, 5}, k16) == 5);
    CHECK(document.position_of(4, k16) == TextPosition{0, 4});
}

TEST_CASE("Every byte offset of a letter comes back from its position") {
    const TextDocument document("a\xc3\xa4\r\n\xf0\x9f\x98\x80\n\n\xe2\x82\xac");
    for (const PositionEncoding encoding : {k8, k16}) {
        for (const std::size_t offset : {0U, 1U, 3U, 5U, 9U, 10U, 11U, 14U}) {
            CAPTURE(offset);
            CHECK(document.offset_of(document.position_of(offset, encoding), encoding) == offset);
        }
    }
}

TEST_CASE("An edit replaces a range, whichever way round its ends are") {
    TextDocument document("one\ntwo\nthree\n");
    document.replace({{0, 1}, {1, 2}}, "X\r\n", k16);
    CHECK(document.text() == "oX\r\no\nthree\n");
    CHECK(document.num_lines() == 4);
    document.replace({{2, 5}, {2, 0}}, "3", k16);
    CHECK(document.text() == "oX\r\no\n3\n");
    document.replace({{50, 0}, {60, 0}}, "end", k16);
    CHECK(document.text() == "oX\r\no\n3\nend");
}
