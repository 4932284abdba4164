#include <jacquard/glsl/dialect/include_files.h>
#include <jacquard/glsl/dialect/modernise.h>
#include <jacquard/glsl/dialect/own_names.h>

#include <algorithm>
#include <charconv>

namespace jacquard::driver::glsl {

namespace {

// This prefix distinguishes a name of the shader that glslang reserves.
constexpr std::string_view kPrefix = "jq_";

std::uint32_t stage_bit(std::string_view stage) {
    const auto found = std::find_if(kStages.begin(), kStages.end(),
                                    [&](const StageWords& each) { return each.glslang == stage; });
    return 1U << (found - kStages.begin());
}

const Word* find_word(std::string_view word) {
    const auto found =
        std::lower_bound(kWords.begin(), kWords.end(), word,
                         [](const Word& each, std::string_view text) { return each.word < text; });
    return found != kWords.end() && found->word == word ? &*found : nullptr;
}

const Extension* find_extension(std::string_view name) {
    const auto found = std::lower_bound(
        kExtensions.begin(), kExtensions.end(), name,
        [](const Extension& each, std::string_view text) { return each.extension < text; });
    return found != kExtensions.end() && found->extension == name ? &*found : nullptr;
}

const Extension* find_extension_with(std::string_view word) {
    const auto found =
        std::find_if(kExtensions.begin(), kExtensions.end(), [&](const Extension& each) {
            return std::find(each.words.begin(), each.words.end(), word) != each.words.end();
        });
    return found != kExtensions.end() ? &*found : nullptr;
}

bool is_number(std::string_view text, std::uint64_t& value) {
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc() && end == text.data() + text.size();
}

class Moderniser {
  public:
    Moderniser(const HighLevelShader& shader, Diagnostics& diagnostics, const Limits& limits)
        : shader_(shader), diagnostics_(diagnostics), limits_(limits),
          stage_(stage_bit(shader.stage)) {}

    std::optional<ModernShader> run() {
        modern_.pieces = read_pieces(shader_, limits_.input_bytes);
        version_ = version_of(pieces(), diagnostics_);
        if (version_.version == nullptr) {
            return std::nullopt;
        }
        own_ = own_names_of(pieces());
        modern_.located = std::move(own_.located);
        modern_.may_hide_locations = own_.may_hide_locations;
        is_needed_ = !version_.version->is_taken || version_.is_compatible ||
                     pieces().files.size() > 1 || !pieces().faults.empty();
        count_elements();
        rewrite_pieces();
        for (const std::string& define : shader_.defines) {
            modern_.defines.push_back(rewritten(define));
        }
        if (diagnostics_.has_errors()) {
            return std::nullopt;
        }
        if (is_needed_) {
            finish();
        } else {
            leave();
        }
        return std::move(modern_);
    }

  private:
    [[nodiscard]] Pieces& pieces() { return modern_.pieces; }
    [[nodiscard]] bool is_there(std::size_t number) const {
        return number < modern_.pieces.pieces.size();
    }

    // Returns the position of a token in the shader, or of the #include that inserted the token.
    [[nodiscard]] SourcePosition place(const Piece& piece) const {
        return piece.file == 0 ? piece.written.position
                               : modern_.pieces.files[piece.file].included_at;
    }

    void fail(std::string_view code, const Piece& piece, std::string message) {
        if (piece.file != 0) {
            const SourcePosition at = piece.written.position;
            message = modern_.pieces.files[piece.file].path + ':' + std::to_string(at.line) + ':' +
                      std::to_string(at.column) + ": " + message;
        }
        diagnostics_.error(code, place(piece), std::move(message));
    }

    // The entry of an old name that this shader may use; null where there is none, or the shader
    // has a function of that name itself.
    [[nodiscard]] const OldName* find_old(std::string_view name) const {
        const auto first = std::lower_bound(
            kOldNames.begin(), kOldNames.end(), name,
            [](const OldName& each, std::string_view text) { return each.name < text; });
        for (auto found = first; found != kOldNames.end() && found->name == name; ++found) {
            if ((found->stages & stage_) != 0 && version_.has(*found)) {
                const bool is_its_own =
                    found->kind == NameKind::function && own_.declared.count(name) != 0;
                return is_its_own ? nullptr : &*found;
            }
        }
        return nullptr;
    }

    [[nodiscard]] std::string own_name(std::string_view name) {
        std::string ours = std::string(kPrefix) + std::string(name);
        modern_.renamed.emplace(ours, name);
        return ours;
    }

    // Counts the elements that the shader uses of each old array, if it uses them all by number.
    void count_elements() {
        for (std::size_t at = 0; at < pieces().pieces.size(); ++at) {
            const Piece& piece = pieces().pieces[at];
            const OldName* old = piece.is_word() ? find_old(piece.written.text) : nullptr;
            if (old == nullptr || old->elements == 0) {
                continue;
            }
            const std::size_t bracket = pieces().after(at);
            const std::size_t index = is_there(bracket) ? pieces().after(bracket) : bracket;
            const std::size_t end = is_there(index) ? pieces().after(index) : index;
            std::uint64_t value = 0;
            const bool is_by_number =
                pieces().is_at(bracket, "[") && is_there(index) && pieces().is_at(end, "]") &&
                is_number(pieces().pieces[index].written.text, value) && value < old->elements;
            std::uint32_t& count = elements_[std::string(old->name)];
            count = std::max(count,
                             is_by_number ? static_cast<std::uint32_t>(value) + 1 : old->elements);
        }
    }

    // Returns the text that replaces a token, which is the token itself if the table has no entry.
    [[nodiscard]] std::string replacement(std::string_view word) {
        if (word == "__VERSION__" && is_needed_) {
            return std::to_string(version_.version->number);
        }
        if (word == "VULKAN" && shader_.target == kOpenGl) {
            is_needed_ = true; // it may be compiled by those rules, and is not to see it
            return own_name(word);
        }
        if (const OldName* old = find_old(word)) {
            is_needed_ = true;
            if (!old->becomes.empty()) {
                return std::string(old->becomes);
            }
            declare(*old);
            return own_name(word);
        }
        // glslang knows by the version which words it takes, where it takes the version.
        const Word* later = find_word(word);
        if (later == nullptr || !is_own(*later, own_, version_)) {
            return std::string(word);
        }
        is_needed_ = is_needed_ || later->is_of_vulkan;
        return own_name(word);
    }

    // Declares a name behind the version, and what its declaration uses in front of it.
    void declare(const OldName& old) {
        if (!declared_.insert(old.name).second) {
            return;
        }
        if (old.kind == NameKind::variable && own_.declared.count(old.name) != 0) {
            return; // the shader does, with a size
        }
        const std::uint32_t count =
            elements_.count(old.name) != 0 ? elements_.find(old.name)->second : old.elements;
        if (uses_array(old.first_of)) {
            // Branches of an #if may use either name of the same variable.
            head_ += "#define " + own_name(old.name) + ' ' + own_name(old.first_of) + "[0]\n";
            return;
        }
        if (old.declares.find("location") != std::string_view::npos) {
            modern_.located.emplace(old.name);
        }
        std::string text = rewritten(old.declares, count);
        const bool is_fragment = stage_ == stage_bit("frag");
        if (is_fragment && !old.in_fragments.empty()) {
            text += ' ' + rewritten(old.in_fragments, count);
        }
        head_ += text + '\n';
    }

    // Returns whether the shader uses an old array, which is declared then.
    bool uses_array(std::string_view name) {
        if (elements_.count(name) == 0) {
            return false;
        }
        if (const OldName* array = find_old(name)) {
            declare(*array);
        }
        return true;
    }

    [[nodiscard]] std::string rewritten(std::string_view text, std::uint32_t count = 0) {
        std::string result;
        for (const Token& token : tokens_of(text)) {
            if (token.kind == TokenKind::word) {
                result += replacement_in_text(token.text);
            } else {
                result += token.text == "@" ? std::to_string(count) : std::string(token.text);
            }
        }
        return result;
    }

    // Declarations from the tables are written in the words of today, which keep their meanings.
    [[nodiscard]] std::string replacement_in_text(std::string_view word) {
        const Word* later = find_word(word);
        return later != nullptr && find_old(word) == nullptr ? std::string(word)
                                                             : replacement(word);
    }

    void rewrite_pieces() {
        for (std::size_t at = 0; at < pieces().pieces.size(); ++at) {
            if (version_.begin != version_.end && at == version_.begin) {
                at = version_.end;
                if (!is_there(at)) {
                    return;
                }
            }
            Piece& piece = pieces().pieces[at];
            if (piece.written.kind == TokenKind::word) {
                rewrite_word(at);
            } else if (piece.is("#") && is_directive(pieces(), at, "extension")) {
                rewrite_extension(at);
                at = end_of_directive(pieces(), at) - 1; // names of extensions are no other names
            }
        }
    }

    void rewrite_word(std::size_t at) {
        Piece& piece = pieces().pieces[at];
        const std::string_view word = piece.written.text;
        if (piece.text.empty()) {
            return; // it was left out
        }
        if (const Extension* missing = find_extension_with(word);
            missing != nullptr && !missing->is_newer && own_.declared.count(word) == 0) {
            fail("G107", piece,
                 "'" + std::string(word) + "' needs " + std::string(missing->extension) + ": " +
                     std::string(missing->since));
            return;
        }
        const std::size_t before =
            piece.written.in_directive ? modern_.pieces.pieces.size() : pieces().before(at);
        if (pieces().is_at(before, ".")) {
            // A member, which only a keyword of today hinders.
            const Word* later = find_word(word);
            if (later != nullptr && !later->is_function && is_own(*later, own_, version_)) {
                piece.text = replacement(word);
            }
            return;
        }
        if (const OldName* old = find_old(word); old != nullptr && !old->lacks.empty()) {
            const bool is_of_all = old->desktop_end == kNeverEnds;
            fail("G107", piece,
                 "'" + std::string(word) +
                     (is_of_all ? "' cannot be had: "
                                : "' is of fixed functions, which are not there: ") +
                     std::string(old->lacks));
            return;
        }
        if (word == "invariant" && stage_ == stage_bit("frag") && !piece.written.in_directive) {
            leave_out_invariance(at);
            return;
        }
        piece.text = replacement(word);
    }

    // Inputs of fragment shaders were to say it as well.
    void leave_out_invariance(std::size_t at) {
        const std::size_t behind = pieces().after(at);
        if (pieces().is_at(behind, "varying")) {
            pieces().pieces[at].text.clear();
            return;
        }
        if (!is_there(behind) || pieces().pieces[behind].written.text.starts_with("gl_") ||
            own_.declared.count(pieces().pieces[behind].written.text) == 0 ||
            version_.version->is_taken) {
            return;
        }
        for (std::size_t each = at; is_there(each); ++each) {
            const bool is_last = pieces().pieces[each].is(";");
            if (pieces().pieces[each].counts()) {
                pieces().pieces[each].text.clear();
            }
            if (is_last) {
                return;
            }
        }
    }

    void rewrite_extension(std::size_t at) {
        const std::size_t name = pieces().after(pieces().after(at));
        const Extension* extension =
            is_there(name) ? find_extension(pieces().pieces[name].written.text) : nullptr;
        if (extension == nullptr) {
            return;
        }
        const std::size_t end = end_of_directive(pieces(), at);
        const bool is_required =
            std::any_of(pieces().pieces.begin() + static_cast<std::ptrdiff_t>(at),
                        pieces().pieces.begin() + static_cast<std::ptrdiff_t>(end),
                        [](const Piece& piece) { return piece.is("require"); });
        if (extension->handling == ExtensionHandling::lacks) {
            if (extension->is_newer) {
                return; // glslang's own word counts, and hint_of() adds to it
            }
            if (is_required) {
                fail("G107", pieces().pieces[name],
                     std::string(extension->extension) +
                         " cannot be had: " + std::string(extension->since));
                return;
            }
        }
        is_needed_ = true;
        if (extension->handling == ExtensionHandling::renamed) {
            pieces().pieces[name].text = extension->becomes;
            return;
        }
        for (std::size_t each = at; each < end; ++each) {
            if (pieces().pieces[each].counts()) {
                pieces().pieces[each].text.clear();
            }
        }
    }

    // `#line N` that names its own line, said as a version that names the next one does.
    void move_line_numbers() {
        for (std::size_t at = 0; at < pieces().pieces.size(); ++at) {
            if (!is_directive(pieces(), at, "line")) {
                continue;
            }
            const std::size_t number = pieces().after(pieces().after(at));
            std::uint64_t value = 0;
            if (is_there(number) && is_number(pieces().pieces[number].written.text, value)) {
                pieces().pieces[number].text = std::to_string(value + 1);
            }
        }
    }

    [[nodiscard]] std::string mark(std::uint32_t line) const {
        return "#line " + std::to_string(line) +
               (is_plain(shader_.name) ? " \"" + shader_.name + "\"" : std::string());
    }

    void leave() {
        for (Piece& piece : pieces().pieces) {
            piece.text = piece.written.text;
        }
        modern_.renamed.clear();
        modern_.defines = shader_.defines;
        modern_.text = shader_.text;
    }

    void finish() {
        // `__VERSION__` is replaced last, because only now is it known that the shader is
        // rewritten.
        for (Piece& piece : pieces().pieces) {
            if (piece.is("__VERSION__")) {
                piece.text = std::to_string(version_.version->number);
            }
        }
        if (version_.version->number_is_of_directive) {
            move_line_numbers();
        }
        std::string head = "#version " + std::string(version_.version->becomes);
        std::string behind = "#extension GL_GOOGLE_cpp_style_line_directive : enable\n";
        if (!version_.version->prelude.empty()) {
            behind += std::string(version_.version->prelude) + '\n';
        }
        behind += head_;
        std::vector<Piece>& all = pieces().pieces;
        if (version_.begin == version_.end) {
            all.insert(all.begin(),
                       {added(head + '\n' + behind), added(mark(1), true), added_newline()});
        } else {
            for (std::size_t at = version_.begin; at < version_.end; ++at) {
                if (all[at].counts()) {
                    all[at].text.clear();
                }
            }
            all[version_.begin].text = head;
            const std::uint32_t next = all[version_.end - 1].written.position.line + 1;
            const auto place = all.begin() + static_cast<std::ptrdiff_t>(version_.end);
            all.insert(place, {added_newline(), added(behind), added(mark(next), true)});
        }
        modern_.is_rewritten = true;
        modern_.text = pieces().text();
    }

    const HighLevelShader& shader_;
    Diagnostics& diagnostics_;
    const Limits& limits_;
    std::uint32_t stage_;
    ModernShader modern_;
    ShaderVersion version_;
    OwnNames own_;
    std::map<std::string, std::uint32_t, std::less<>> elements_;
    std::set<std::string_view> declared_;
    std::string head_; // declarations
    bool is_needed_ = false;
};

} // namespace

std::optional<ModernShader> modernise(const HighLevelShader& shader, Diagnostics& diagnostics,
                                      const Limits& limits) {
    return Moderniser(shader, diagnostics, limits).run();
}

} // namespace jacquard::driver::glsl
