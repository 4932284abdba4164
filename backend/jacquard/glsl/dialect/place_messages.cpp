#include <jacquard/generated/glsl/dialects.h>
#include <jacquard/glsl/dialect/include_files.h>
#include <jacquard/glsl/dialect/place_messages.h>

#include <algorithm>
#include <charconv>

namespace jacquard::driver::glsl {

namespace {

constexpr std::size_t kNoPiece = ~std::size_t{0};

// The text of a shader with one word a line, and which piece each line is.
struct WordsByLine {
    std::string text;
    std::vector<std::size_t> pieces; // from line 1 on

    void put(std::string_view more, std::size_t piece) {
        text += more;
        pieces.insert(pieces.end(),
                      static_cast<std::size_t>(std::count(more.begin(), more.end(), '\n')), piece);
    }
};

WordsByLine words_by_line(const Pieces& pieces) {
    WordsByLine words;
    std::size_t directive = kNoPiece; // the piece that begins the one that we are in
    for (std::size_t at = 0; at < pieces.pieces.size(); ++at) {
        const Piece& piece = pieces.pieces[at];
        const bool is_own_line = is_directive(pieces, at, "line");
        if (is_own_line || piece.marks_place) {
            // Lines are counted from the beginning, whatever they are called.
            at = is_own_line ? end_of_directive(pieces, at) - 1 : at;
            continue;
        }
        if (piece.written.kind == TokenKind::newline) {
            words.put("\n", directive);
            directive = kNoPiece;
        } else if (piece.written.in_directive) {
            directive = directive == kNoPiece ? at : directive;
            // A comment may end on another line, as the directive then does.
            const bool is_blank = piece.written.kind == TokenKind::blank;
            words.put(is_blank ? std::string_view(" ") : std::string_view(piece.text), at);
        } else if (piece.written.kind == TokenKind::blank && !piece.written.text.empty()) {
            words.put(" ", at);
        } else if (!piece.text.empty()) {
            words.put(piece.text, at);
            if (!piece.text.ends_with('\n')) {
                words.put("\n", at);
            }
        }
    }
    return words;
}

// A text with each word that is another name replaced by what the shader calls it.
std::string in_own_words(std::string_view text, const ModernShader& modern) {
    std::string result;
    for (const Token& token : tokens_of(text)) {
        const auto found = modern.renamed.find(token.text);
        result += found != modern.renamed.end() ? std::string_view(found->second) : token.text;
    }
    return result;
}

class Reporter {
  public:
    Reporter(const ModernShader& modern, const HighLevelShader& shader,
             std::uint32_t lines_in_front, Diagnostics& diagnostics)
        : modern_(modern), shader_(shader), lines_in_front_(lines_in_front),
          diagnostics_(diagnostics) {}

    void report(const HighLevelMessage& message, std::size_t piece) {
        if (report_include(message)) {
            return;
        }
        SourcePosition position;
        std::string text = message.text;
        std::string in_front;
        if (piece != kNoPiece) {
            const Piece& meant = modern_.pieces.pieces[piece];
            text = with_written_word(std::move(text), meant);
            position = meant.written.position;
            if (meant.file != 0) {
                in_front = modern_.pieces.files[meant.file].path + ':' +
                           std::to_string(position.line) + ':' + std::to_string(position.column) +
                           ": ";
                position = modern_.pieces.files[meant.file].included_at;
            } else if (message.file != shader_.name ||
                       message.line + lines_in_front_ != position.line) {
                in_front = message.file + ':' + std::to_string(message.line) + ": ";
            }
            position.line -= std::min(position.line, lines_in_front_);
        } else if (message.file == shader_.name) {
            position = {message.line, 1};
        } else if (!message.file.empty()) {
            in_front = message.file + ':' + std::to_string(message.line) + ": ";
        }
        const std::string* refusal = refusal_in(message.text);
        if (refusal == nullptr && piece != kNoPiece) {
            refusal = refusal_in(modern_.pieces.pieces[piece].text);
        }
        if (refusal != nullptr) {
            diagnostics_.error("G107", position, in_front + *refusal);
            return;
        }
        tell(message.is_error, position, in_front + in_own_words(text, modern_));
    }

  private:
    // Reports the fault of an #include, if the message is that of the #error in its place.
    bool report_include(const HighLevelMessage& message) {
        const std::size_t at = message.text.find(kIncludeFault);
        if (at == std::string::npos) {
            return false;
        }
        const std::string_view digits =
            std::string_view(message.text).substr(at + kIncludeFault.size());
        std::size_t number = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (number >= modern_.pieces.faults.size()) {
            return false;
        }
        const IncludeFault& fault = modern_.pieces.faults[number];
        if (fault.file == 0) {
            diagnostics_.error("G108", fault.position, fault.message);
        } else {
            const PieceFile& file = modern_.pieces.files[fault.file];
            diagnostics_.error("G108", file.included_at,
                               file.path + ':' + std::to_string(fault.position.line) + ':' +
                                   std::to_string(fault.position.column) + ": " + fault.message);
        }
        return true;
    }

    // Returns what is told of a name that cannot be had, if the message is of such a one.
    [[nodiscard]] const std::string* refusal_in(std::string_view message) const {
        for (const Token& token : tokens_of(message)) {
            if (const auto found = modern_.refused.find(token.text);
                found != modern_.refused.end()) {
                return &found->second;
            }
        }
        return nullptr;
    }

    // glslang quotes what it read, and the shader has another word there.
    static std::string with_written_word(std::string text, const Piece& piece) {
        const std::string quoted = '\'' + piece.text + '\'';
        if (piece.is_word() && piece.text != piece.written.text && text.starts_with(quoted)) {
            text.replace(1, piece.text.size(), piece.written.text);
        }
        return text;
    }

    void tell(bool is_error, SourcePosition position, std::string text) {
        Diagnostic& told = is_error ? diagnostics_.error("G102", position, std::move(text))
                                    : diagnostics_.warning("G102", position, std::move(text));
        for (const Extension& extension : kExtensions) {
            if (extension.is_newer && told.message.find(extension.extension) != std::string::npos) {
                told.notes.push_back(
                    {{}, std::string(extension.extension) + ": " + std::string(extension.since)});
            }
        }
    }

    const ModernShader& modern_;
    const HighLevelShader& shader_;
    std::uint32_t lines_in_front_;
    Diagnostics& diagnostics_;
};

// glslang tells of a call at its end. The piece that is called, where the message quotes it.
std::size_t called_piece(const Pieces& pieces, std::size_t end, std::string_view message) {
    std::size_t at = end;
    int depth = 0;
    while (at < pieces.pieces.size()) {
        depth += pieces.pieces[at].is(")") ? 1 : pieces.pieces[at].is("(") ? -1 : 0;
        at = pieces.before(at);
        if (depth == 0) {
            break;
        }
    }
    const bool is_quoted =
        at < pieces.pieces.size() && message.starts_with('\'' + pieces.pieces[at].text + '\'');
    return is_quoted ? at : end;
}

bool has_lines(const HighLevelResult& result) {
    return std::any_of(result.messages.begin(), result.messages.end(),
                       [](const HighLevelMessage& message) { return message.line != 0; });
}

} // namespace

void report_messages(const HighLevelShader& shader, const ModernShader& modern,
                     const HighLevelCompiler& compiler, const HighLevelResult& result,
                     std::uint32_t lines_in_front, Diagnostics& diagnostics) {
    WordsByLine words;
    HighLevelResult again;
    if (has_lines(result)) {
        words = words_by_line(modern.pieces);
        HighLevelShader spread = shader;
        spread.text = words.text;
        again = compiler.compile(spread);
    }
    Reporter reporter(modern, shader, lines_in_front, diagnostics);
    for (std::size_t i = 0; i < result.messages.size(); ++i) {
        const HighLevelMessage& message = result.messages[i];
        std::size_t piece = kNoPiece;
        if (message.line != 0 && again.messages.size() == result.messages.size() &&
            again.messages[i].text == message.text && again.messages[i].line != 0 &&
            again.messages[i].line <= words.pieces.size()) {
            piece = words.pieces[again.messages[i].line - 1];
            if (piece != kNoPiece && modern.pieces.pieces[piece].is(")")) {
                piece = called_piece(modern.pieces, piece, message.text);
            }
            if (piece != kNoPiece && modern.pieces.pieces[piece].written.text.empty()) {
                piece = kNoPiece;
            }
        }
        reporter.report(message, piece);
    }
}

} // namespace jacquard::driver::glsl
