#pragma once

#include <jacquard/glsl/dialect/tokens.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::glsl {

// A token of a shader or of a file that it includes, and what glslang reads in its place.
struct Piece {
    Token written; // without text where it was added
    std::string text;
    std::uint32_t file = 0;   // of Pieces::files
    bool marks_place = false; // a `#line` that was added

    [[nodiscard]] bool is(std::string_view what) const { return written.text == what; }
    [[nodiscard]] bool is_word() const { return written.kind == TokenKind::word; }
    // Returns whether the piece is a token to the language: not a blank, a newline or an added
    // piece.
    [[nodiscard]] bool counts() const {
        return !written.text.empty() && written.kind != TokenKind::blank &&
               written.kind != TokenKind::newline;
    }
};

// A file that a shader is made of; the first is the shader itself.
struct PieceFile {
    std::string path;
    std::string_view text;
    SourcePosition included_at; // in the shader itself; of it: nothing
};

// An #include that cannot be had, of which an #error stands in its place.
struct IncludeFault {
    std::string message;
    std::uint32_t file = 0;
    SourcePosition position;
};

struct Pieces {
    std::deque<std::string> texts; // of included files
    std::vector<PieceFile> files;
    std::vector<Piece> pieces;
    std::vector<IncludeFault> faults; // by the number in the #error

    // The next piece behind that one that counts; `pieces.size()` where there is none. A directive
    // ends at the end of its line.
    [[nodiscard]] std::size_t after(std::size_t number) const;
    // Returns the previous piece that counts, or `pieces.size()` if there is none.
    [[nodiscard]] std::size_t before(std::size_t number) const;
    [[nodiscard]] bool is_at(std::size_t number, std::string_view what) const {
        return number < pieces.size() && pieces[number].is(what);
    }
    // Returns the text that glslang reads.
    [[nodiscard]] std::string text() const;
};

// Returns whether `#line` can state the name of a file: the language has no escapes in it.
[[nodiscard]] bool is_plain(std::string_view name);

// A piece that was added.
[[nodiscard]] Piece added(std::string text, bool marks_place = false);
// The end of a line that was added.
[[nodiscard]] Piece added_newline();

// Returns whether piece `number` begins a directive of that name, such as `#version`.
[[nodiscard]] bool is_directive(const Pieces& pieces, std::size_t number, std::string_view name);
// Returns one past the last piece of the directive that begins with piece `number`: its newline, or
// the end.
[[nodiscard]] std::size_t end_of_directive(const Pieces& pieces, std::size_t number);

} // namespace jacquard::driver::glsl
