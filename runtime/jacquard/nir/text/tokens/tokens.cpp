#include <jacquard/nir/text/tokens/tokens.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>

namespace jacquard::nir {

bool Tokens::accept(char punctuation) {
    if (!token_.is(punctuation)) {
        return false;
    }
    advance();
    return true;
}

bool Tokens::accept_word(std::string_view word) {
    if (!token_.is_word(word)) {
        return false;
    }
    advance();
    return true;
}

bool Tokens::expect(char punctuation, std::string_view where) {
    if (accept(punctuation)) {
        return true;
    }
    unexpected("'" + std::string(1, punctuation) + "' " + std::string(where));
    return false;
}

bool Tokens::goes_on_in_line() {
    if (same_line() && !at_end()) {
        return true;
    }
    if (!stopped_) {
        error("N101", last_, "expected more behind ',', found the end of the line");
    }
    return false;
}

void Tokens::unexpected(std::string_view wanted) {
    std::string found = "the end of the text";
    if (token_.kind == TokenKind::value) {
        found = "'%" + std::string(token_.text) + "'";
    } else if (token_.kind != TokenKind::end) {
        found = "'" + std::string(token_.text) + "'";
    }
    fail("N101", "expected " + std::string(wanted) + ", found " + found);
}

void Tokens::suggest(Diagnostic& diagnostic, std::string_view written,
                     std::span<const std::string_view> names) {
    // Comparing with every name takes its time; nobody sees what is said past the limit, nor of
    // names that are no misspelt ones.
    constexpr std::size_t kLongestName = 80;
    if (diagnostics_.is_full() || written.size() > kLongestName) {
        return;
    }
    suggest_name(diagnostic, written, names);
}

// To the line behind the statement at hand, so far as it was read.
void Tokens::skip_line() {
    const std::uint32_t line = std::max(last_.line, statement_line_);
    while (token_.kind != TokenKind::end && token_.position.line <= line) {
        advance();
    }
}

void Tokens::end_line(std::uint32_t line) {
    if (at_end() || token_.position.line != line) {
        return;
    }
    if (!statement_has_fault()) {
        unexpected("the end of the line");
    }
    skip_line();
}

} // namespace jacquard::nir
