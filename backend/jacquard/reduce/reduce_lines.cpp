#include <jacquard/reduce/chunks.h>
#include <jacquard/reduce/reduce.h>

#include <vector>

namespace jacquard::driver {

namespace {

// The text without as many of its pieces as can go.
std::string reduce_pieces(std::vector<std::string_view> pieces, std::string best,
                          const Trials& holds) {
    struct Candidate {
        std::vector<std::string_view> pieces;
        std::string text;
    };
    const auto make = [&](std::size_t first, std::size_t count) {
        Candidate candidate;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (i < first || i >= first + count) {
                candidate.pieces.push_back(pieces[i]);
                candidate.text += pieces[i];
            }
        }
        return candidate;
    };
    const auto accept = [&](Candidate&& candidate) {
        pieces = std::move(candidate.pieces);
        best = std::move(candidate.text);
    };
    while (take_out_chunks(
        holds, [&] { return pieces.size(); }, make, accept)) {
    }
    return best;
}

} // namespace

std::string reduce_lines(std::string_view text, const Trials& holds) {
    std::vector<std::string_view> lines;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
        lines.push_back(text.substr(start, end - start));
        start = end;
    }
    return reduce_pieces(std::move(lines), std::string(text), holds);
}

std::string reduce_bytes(std::string_view bytes, std::size_t unit, const Trials& holds) {
    std::vector<std::string_view> pieces;
    for (std::size_t start = 0; start < bytes.size(); start += unit) {
        pieces.push_back(bytes.substr(start, unit));
    }
    return reduce_pieces(std::move(pieces), std::string(bytes), holds);
}

} // namespace jacquard::driver
