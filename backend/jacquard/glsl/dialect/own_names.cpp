#include <jacquard/glsl/dialect/own_names.h>

#include <algorithm>
#include <vector>

namespace jacquard::driver::glsl {

namespace {

bool is_type(const Piece& piece) {
    const auto is_it = [&](const Keyword& keyword) { return piece.is(keyword.word); };
    return piece.is("]") ||
           (piece.is_word() && std::none_of(kKeywords.begin(), kKeywords.end(), is_it));
}

// Goes through the declarations outside of functions for those that say a location.
class Locations {
  public:
    Locations(const Pieces& pieces, OwnNames& own) : pieces_(pieces), own_(own) {}

    void take(std::size_t number) {
        const Piece& piece = pieces_.pieces[number];
        const std::string_view text = piece.written.text;
        if (piece.written.in_directive) {
            own_.may_hide_locations = own_.may_hide_locations || text == "location";
            return;
        }
        if (text == "{" || text == "}") {
            depth_ += text == "{" ? 1 : -1;
            has_block_ = has_block_ || text == "{";
            // A function has ended, whereas a block goes on with its name.
            if (depth_ == 0 && text == "}" && is_function_) {
                clear();
            }
            return;
        }
        if (depth_ != 0) {
            return;
        }
        if (text == "(" || text == ")") {
            parentheses_ += text == "(" ? 1 : -1;
            is_function_ = is_function_ || (text == "(" && !follows_layout(number));
            return;
        }
        if (text == ";") {
            if (has_location_) {
                own_.located.insert(names_.begin(), names_.end());
            }
            clear();
            return;
        }
        has_location_ = has_location_ || (text == "location" && parentheses_ == 1);
        if (piece.is_word() && parentheses_ == 0) {
            names_.emplace_back(text);
        }
    }

  private:
    [[nodiscard]] bool follows_layout(std::size_t number) const {
        return pieces_.is_at(pieces_.before(number), "layout");
    }
    void clear() {
        names_.clear();
        has_location_ = has_block_ = is_function_ = false;
        parentheses_ = 0;
    }

    const Pieces& pieces_;
    OwnNames& own_;
    std::vector<std::string> names_; // and qualifiers and types, which no variable is called
    int depth_ = 0;
    int parentheses_ = 0;
    bool has_location_ = false;
    bool has_block_ = false;
    bool is_function_ = false;
};

} // namespace

OwnNames own_names_of(const Pieces& pieces) {
    OwnNames own;
    Locations locations(pieces, own);
    const std::size_t none = pieces.pieces.size();
    std::size_t before = none; // the last that counts and is of no directive
    for (std::size_t at = 0; at < pieces.pieces.size(); ++at) {
        const Piece& piece = pieces.pieces[at];
        if (!piece.counts()) {
            continue;
        }
        locations.take(at);
        if (piece.written.in_directive) {
            if (is_directive(pieces, at, "extension")) {
                const std::size_t name = pieces.after(pieces.after(at));
                const std::size_t colon = name != none ? pieces.after(name) : none;
                const std::size_t behaviour = colon != none ? pieces.after(colon) : none;
                if (behaviour != none && !pieces.is_at(behaviour, "disable")) {
                    own.extensions.insert(pieces.pieces[name].written.text);
                }
            }
            continue;
        }
        if (piece.is_word() && !pieces.is_at(before, ".")) {
            if (before != none && is_type(pieces.pieces[before])) {
                own.declared.insert(piece.written.text);
            }
            if (!pieces.is_at(pieces.after(at), "(")) {
                own.not_called.insert(piece.written.text);
            }
        }
        before = at;
    }
    return own;
}

bool is_own(const Word& word, const OwnNames& own, const ShaderVersion& version) {
    const bool is_there_already =
        !version.is_before(word) ||
        std::any_of(word.extensions.begin(), word.extensions.end(),
                    [&](std::string_view name) { return own.extensions.count(name) != 0; });
    if (word.is_of_vulkan) {
        return own.declared.count(word.word) != 0;
    }
    return !is_there_already && (!word.is_function || own.declared.count(word.word) != 0 ||
                                 own.not_called.count(word.word) != 0);
}

} // namespace jacquard::driver::glsl
