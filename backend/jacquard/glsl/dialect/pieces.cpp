#include <jacquard/glsl/dialect/pieces.h>

#include <utility>

namespace jacquard::driver::glsl {

std::size_t Pieces::after(std::size_t number) const {
    const bool in_directive = pieces[number].written.in_directive;
    for (std::size_t at = number + 1; at < pieces.size(); ++at) {
        if (in_directive && pieces[at].written.kind == TokenKind::newline) {
            return pieces.size();
        }
        if (pieces[at].counts() && pieces[at].written.in_directive == in_directive) {
            return at;
        }
    }
    return pieces.size();
}

std::size_t Pieces::before(std::size_t number) const {
    const bool in_directive = pieces[number].written.in_directive;
    for (std::size_t at = number; at-- > 0;) {
        if (in_directive && pieces[at].written.kind == TokenKind::newline) {
            return pieces.size();
        }
        if (pieces[at].counts() && pieces[at].written.in_directive == in_directive) {
            return at;
        }
    }
    return pieces.size();
}

std::string Pieces::text() const {
    std::string whole;
    for (const Piece& piece : pieces) {
        whole += piece.text;
    }
    return whole;
}

bool is_plain(std::string_view name) {
    return name.find_first_of("\"\\\r\n") == std::string_view::npos;
}

Piece added(std::string text, bool marks_place) {
    Piece piece;
    piece.text = std::move(text);
    piece.marks_place = marks_place;
    return piece;
}

Piece added_newline() {
    Piece piece = added("\n");
    piece.written.kind = TokenKind::newline;
    return piece;
}

bool is_directive(const Pieces& pieces, std::size_t number, std::string_view name) {
    const Piece& piece = pieces.pieces[number];
    if (!piece.is("#") || !piece.written.in_directive ||
        pieces.before(number) != pieces.pieces.size()) {
        return false;
    }
    return pieces.is_at(pieces.after(number), name);
}

std::size_t end_of_directive(const Pieces& pieces, std::size_t number) {
    while (number < pieces.pieces.size() &&
           pieces.pieces[number].written.kind != TokenKind::newline) {
        ++number;
    }
    return number;
}

} // namespace jacquard::driver::glsl
