#include <jacquard/generated/glsl/dialects.h>
#include <jacquard/glsl/dialect/include_files.h>
#include <jacquard/glsl/dialect/own_names.h>
#include <jacquard/glsl/hlsl/rewrite_hlsl.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::driver::glsl {

namespace {

// This prefix distinguishes a name that is declared in place of one that glslang has.
constexpr std::string_view kPrefix = "jq_";

const HlslName* find_name(std::string_view word) {
    const auto found = std::lower_bound(
        kHlslNames.begin(), kHlslNames.end(), word,
        [](const HlslName& each, std::string_view text) { return each.name < text; });
    return found != kHlslNames.end() && found->name == word ? &*found : nullptr;
}

// Returns true for a number with components behind it, such as 1.xxx, which is a single token.
bool is_swizzled(std::string_view number) {
    const std::size_t point = number.find_first_not_of("0123456789");
    return point != 0 && point != std::string_view::npos && point + 1 < number.size() &&
           number[point] == '.' &&
           number.find_first_not_of("xyzwrgba", point + 1) == std::string_view::npos;
}

class HlslRewriter {
  public:
    HlslRewriter(const HighLevelShader& shader, Diagnostics& diagnostics, const Limits& limits)
        : shader_(shader), diagnostics_(diagnostics) {
        modern_.pieces = read_pieces(shader, limits.input_bytes);
        modern_.defines = shader.defines;
    }

    std::optional<ModernShader> run() {
        own_ = own_names_of(pieces());
        match_brackets();
        note_macros();
        note_lookups();
        is_needed_ = pieces().files.size() > 1 || !pieces().faults.empty();
        for (std::size_t at = 0; is_there(at); ++at) {
            Piece& piece = pieces().pieces[at];
            count_depth(piece);
            if (piece.is_word() && !piece.text.empty()) {
                rewrite_word(at);
            } else if (piece.written.kind == TokenKind::number && is_swizzled(piece.text)) {
                const std::size_t point = piece.text.find('.');
                replace(at, '(' + piece.text.substr(0, point) + ')' + piece.text.substr(point));
            }
        }
        if (diagnostics_.has_errors()) {
            return std::nullopt;
        }
        if (is_needed_) {
            finish();
        } else {
            modern_.text = shader_.text;
        }
        return std::move(modern_);
    }

  private:
    [[nodiscard]] Pieces& pieces() { return modern_.pieces; }
    [[nodiscard]] const Piece& piece(std::size_t number) const {
        return modern_.pieces.pieces[number];
    }
    [[nodiscard]] bool is_there(std::size_t number) const {
        return number < modern_.pieces.pieces.size();
    }
    // Returns the next piece that counts; none has a next one that is none.
    [[nodiscard]] std::size_t after(std::size_t number) const {
        return is_there(number) ? modern_.pieces.after(number) : number;
    }
    [[nodiscard]] bool is_at(std::size_t number, std::string_view what) const {
        return modern_.pieces.is_at(number, what);
    }

    // Counts the blocks and parentheses in which a piece stands.
    void count_depth(const Piece& piece) {
        if (piece.written.in_directive) {
            return;
        }
        if (piece.is("{") || piece.is("(")) {
            ++depth_;
        } else if (piece.is("}") || piece.is(")")) {
            depth_ -= depth_ != 0 ? 1 : 0;
        }
    }

    // The macros that the shader is given or has somewhere: what they stand for is theirs to say.
    void note_macros() {
        for (const std::string& define : shader_.defines) {
            macros_.insert(define.substr(0, define.find_first_of("=(")));
        }
        for (std::size_t at = 0; is_there(at); ++at) {
            if (piece(at).is("#") && is_directive(pieces(), at, "define")) {
                const std::size_t name = after(after(at));
                if (is_there(name)) {
                    macros_.emplace(piece(name).written.text);
                }
            }
        }
    }

    // Notes of which textures the lookups are that the shader has, by the names of the samplers,
    // and with which samplers methods of textures sample.
    void note_lookups() {
        for (std::size_t at = 0; is_there(at); ++at) {
            const std::size_t open = piece(at).is(".") ? after(after(at)) : at;
            if (open != at && is_at(open, "(") && is_there(after(open))) {
                of_methods_.emplace(piece(after(open)).written.text);
            }
            const HlslName* name =
                piece(at).is_word() ? find_name(piece(at).written.text) : nullptr;
            const std::size_t sampler = after(after(at));
            if (name == nullptr || name->kind != HlslKind::lookup || is_own(*name) ||
                !is_at(after(at), "(") || !is_there(sampler)) {
                continue;
            }
            textures_.insert(name->texture);
            texture_of_.emplace(piece(sampler).written.text, name->texture);
        }
    }

    [[nodiscard]] bool is_own(const HlslName& name) const {
        return macros_.count(name.name) != 0 ||
               (own_.declared.count(name.name) != 0 &&
                (name.kind == HlslKind::function || name.kind == HlslKind::lookup));
    }

    // Finds what closes each bracket, and how many commas stand directly in it. Asking for one
    // after the other would take a walk through what is left of the shader each time.
    void match_brackets() {
        std::map<char, std::vector<std::size_t>> open; // by what closes them
        std::vector<std::size_t> nested;
        for (std::size_t at = 0; is_there(at); ++at) {
            const std::string_view text = piece(at).written.text;
            const char mark = piece(at).counts() && text.size() == 1 ? text[0] : ' ';
            switch (mark) {
            case '(': open[')'].push_back(at); break;
            case '{': open['}'].push_back(at); break;
            case '<': open['>'].push_back(at); break;
            default: break;
            }
            if (mark == '(' || mark == '[' || mark == '{') {
                nested.push_back(at);
            } else if (mark == ',' && !nested.empty()) {
                ++commas_[nested.back()];
            } else if ((mark == ')' || mark == ']' || mark == '}') && !nested.empty()) {
                nested.pop_back();
            }
            if (const auto found = open.find(mark); found != open.end() && !found->second.empty()) {
                closing_[found->second.back()] = at;
                found->second.pop_back();
            }
        }
    }

    // Returns the piece that closes a bracket, or none.
    [[nodiscard]] std::size_t closing(std::size_t open) const {
        const auto found = closing_.find(open);
        return found != closing_.end() ? found->second : modern_.pieces.pieces.size();
    }

    [[nodiscard]] std::uint32_t count_arguments(std::size_t open) const {
        const auto found = commas_.find(open);
        return found != commas_.end() ? found->second + 1 : 1;
    }

    // Leaves pieces out, the last one with them.
    void leave_out(std::size_t first, std::size_t last) {
        if (!is_there(last)) {
            return; // glslang tells what is missing
        }
        is_needed_ = true;
        for (std::size_t at = first; at <= last; ++at) {
            if (piece(at).counts() &&
                piece(at).written.in_directive == piece(first).written.in_directive) {
                pieces().pieces[at].text.clear();
            }
        }
    }

    void rewrite_word(std::size_t at) {
        if (is_at(pieces().before(at), ":")) {
            refuse_semantic(at);
        }
        const HlslName* name = find_name(piece(at).written.text);
        if (name == nullptr || is_own(*name) || is_at(pieces().before(at), ".")) {
            return;
        }
        switch (name->kind) {
        case HlslKind::function:
        case HlslKind::lookup: rewrite_function(at, *name); break;
        case HlslKind::texture:
            leave_out_state(at);
            become_texture(at, name->becomes);
            break;
        case HlslKind::any_texture: rewrite_sampler(at); break;
        case HlslKind::sampler_type: leave_out_state(at); break;
        case HlslKind::declaration: leave_out_declaration(at); break;
        case HlslKind::block: leave_out_block(at); break;
        case HlslKind::word:
            if (!name->lacks.empty()) {
                refuse(at, *name);
                break;
            }
            replace(at, name->becomes);
            if (is_at(after(at), name->without)) {
                pieces().pieces[after(at)].text.clear();
            }
            break;
        case HlslKind::sampler:
        case HlslKind::semantic: break;
        }
    }

    // glslang takes any word for a semantic, so that none can be left to its message.
    void refuse_semantic(std::size_t at) {
        const std::string_view word = piece(at).written.text;
        const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
        for (const HlslName& name : kHlslNames) {
            const bool is_it = name.kind == HlslKind::semantic && name.name.size() == word.size() &&
                               std::equal(word.begin(), word.end(), name.name.begin(),
                                          [&](char a, char b) { return lower(a) == lower(b); });
            if (!is_it) {
                continue;
            }
            const PieceFile& file = pieces().files[piece(at).file];
            const bool is_included = piece(at).file != 0;
            diagnostics_.error("G107", is_included ? file.included_at : piece(at).written.position,
                               (is_included ? file.path + ": " : std::string()) + refusal(name));
        }
    }

    [[nodiscard]] static std::string refusal(const HlslName& name) {
        return "'" + std::string(name.name) + "' cannot be had: " + std::string(name.lacks);
    }

    void refuse(std::size_t at, const HlslName& name) {
        const std::string ours = own_name(name);
        replace(at, ours);
        modern_.refused.emplace(ours, refusal(name));
    }

    void replace(std::size_t at, std::string_view text) {
        is_needed_ = true;
        pieces().pieces[at].text = text;
    }

    void rewrite_function(std::size_t at, const HlslName& name) {
        const std::size_t open = after(at);
        // A macro may stand for the name alone.
        const bool is_call = is_at(open, "(");
        if ((!is_call && !piece(at).written.in_directive) ||
            (name.arguments != 0 && (!is_call || count_arguments(open) != name.arguments))) {
            return;
        }
        if (name.lacks.empty()) {
            replace(at, own_name(name));
            declare(name);
            return;
        }
        refuse(at, name);
    }

    // Replaces the type of a texture with a sampler, and notes the variables that it is of.
    void become_texture(std::size_t type, std::string_view texture) {
        replace(type, texture);
        if (depth_ != 0) {
            return;
        }
        std::size_t name = after(type);
        while (is_there(name) && !is_at(name, ";")) {
            if (is_at(name, "(") || is_at(name, "{")) {
                name = closing(name);
            } else if (piece(name).is_word() && !piece(name).text.empty()) {
                modern_.combined.emplace(piece(name).text);
            }
            name = after(name);
        }
    }

    // `sampler` is the type of a texture where lookups say so.
    void rewrite_sampler(std::size_t at) {
        const std::size_t variable = after(at);
        if (!is_there(variable) || !piece(variable).is_word()) {
            return;
        }
        leave_out_state(at);
        const auto found = texture_of_.find(piece(variable).written.text);
        if (found != texture_of_.end()) {
            become_texture(at, found->second);
        } else if (textures_.size() == 1 && of_methods_.count(piece(variable).written.text) == 0) {
            // It is handed to a function that has the lookup.
            become_texture(at, *textures_.begin());
        }
    }

    // Leaves out `= sampler_state { ... }` and `{ ... }` behind the name of a sampler, up to the
    // end of its declaration.
    void leave_out_state(std::size_t type) {
        for (std::size_t at = after(type); is_there(at); at = after(at)) {
            if (is_at(at, ";") || is_at(at, "(") || is_at(at, ")") || is_at(at, "}")) {
                // The register stands in parentheses behind its word.
                if (!is_at(at, "(") || !is_at(pieces().before(at), "register")) {
                    return;
                }
                at = closing(at);
            } else if (is_at(at, "<")) {
                const std::size_t end = closing(at);
                leave_out(at, end); // annotations
                at = end;
            } else if (is_at(at, "=") || is_at(at, "{")) {
                const std::size_t word = is_at(at, "=") ? after(at) : at;
                const std::size_t open = is_at(word, "{") ? word : after(word);
                if (!is_at(open, "{")) {
                    return;
                }
                const std::size_t end = closing(open);
                leave_out(at, end);
                at = end;
            }
            if (!is_there(at)) {
                return;
            }
        }
    }

    [[nodiscard]] bool begins_statement(std::size_t at) {
        const std::size_t before = pieces().before(at);
        return !is_there(before) || is_at(before, ";") || is_at(before, "}");
    }

    void leave_out_declaration(std::size_t at) {
        const std::size_t variable = after(at);
        if (!begins_statement(at) || !is_there(variable) || !piece(variable).is_word()) {
            return;
        }
        std::size_t end = after(variable);
        while (is_there(end) && !is_at(end, ";")) {
            if (is_at(end, "<")) {
                end = closing(end);
            } else if (is_at(end, "(") || is_at(end, "=") || is_at(end, ")")) {
                if (!is_at(pieces().before(end), "register")) {
                    return;
                }
                end = closing(end);
            }
            end = after(end);
        }
        leave_out(at, end);
    }

    void leave_out_block(std::size_t at) {
        std::size_t open = after(at);
        if (is_there(open) && piece(open).is_word()) {
            open = after(open);
        }
        if (is_at(open, "<")) {
            open = after(closing(open));
        }
        if (begins_statement(at) && is_at(open, "{")) {
            leave_out(at, closing(open));
        }
    }

    [[nodiscard]] std::string own_name(const HlslName& name) {
        std::string ours = std::string(kPrefix) + std::string(name.name);
        modern_.renamed.emplace(ours, name.name);
        return ours;
    }

    // Declares a name in front of the shader, and what its declaration uses in front of it.
    void declare(const HlslName& name) {
        if (!declared_.insert(name.name).second) {
            return;
        }
        std::string text;
        for (const Token& token : tokens_of(name.declares)) {
            const HlslName* used = token.kind == TokenKind::word ? find_name(token.text) : nullptr;
            if (used == nullptr || used->declares.empty()) {
                text += token.text;
                continue;
            }
            if (used != &name) {
                declare(*used);
            }
            text += own_name(*used);
        }
        head_ += text + '\n';
    }

    void finish() {
        const std::string mark =
            "#line 1" + (is_plain(shader_.name) ? " \"" + shader_.name + "\"" : std::string());
        std::vector<Piece>& all = pieces().pieces;
        if (!head_.empty()) {
            all.insert(all.begin(), {added(head_), added(mark, true), added_newline()});
        }
        modern_.is_rewritten = true;
        modern_.text = pieces().text();
    }

    const HighLevelShader& shader_;
    Diagnostics& diagnostics_;
    ModernShader modern_;
    OwnNames own_;
    std::set<std::string, std::less<>> macros_;
    std::set<std::string_view> textures_; // of all lookups
    std::map<std::string_view, std::string_view> texture_of_;
    std::set<std::string_view> of_methods_; // what methods are given first, samplers among them
    std::unordered_map<std::size_t, std::size_t> closing_; // of brackets, by what opens them
    std::unordered_map<std::size_t, std::uint32_t> commas_;
    std::string head_; // declarations
    std::set<std::string_view> declared_;
    bool is_needed_ = false;
    std::uint32_t depth_ = 0;
};

} // namespace

std::optional<ModernShader> rewrite_hlsl(const HighLevelShader& shader, Diagnostics& diagnostics,
                                         const Limits& limits) {
    HlslRewriter rewriter(shader, diagnostics, limits);
    return rewriter.run();
}

} // namespace jacquard::driver::glsl
