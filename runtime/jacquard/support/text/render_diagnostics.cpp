#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/support/text/printable.h>

#include <algorithm>

namespace jacquard {

namespace {

constexpr std::size_t kLongestShownLine = 200;

// The lines that are shown, found in one walk over the text.
class ShownLines {
  public:
    explicit ShownLines(std::string_view text) : text_(text) {}

    void want(SourcePosition position) {
        if (position.line != 0 && position.column != 0) {
            lines_.push_back({position.line, {}});
        }
    }

    // After all lines are wanted, before the first is asked for.
    void find() {
        std::sort(lines_.begin(), lines_.end(),
                  [](const Line& a, const Line& b) { return a.number < b.number; });
        std::size_t start = 0;
        std::uint32_t number = 1;
        for (Line& line : lines_) {
            for (; number < line.number && start != std::string_view::npos; ++number) {
                const std::size_t end = text_.find('\n', start);
                start = end == std::string_view::npos ? end : end + 1;
            }
            if (start == std::string_view::npos) {
                return;
            }
            line.text = text_.substr(start, text_.find('\n', start) - start);
            if (!line.text.empty() && line.text.back() == '\r') {
                line.text.remove_suffix(1);
            }
        }
    }

    [[nodiscard]] std::string_view operator[](std::uint32_t number) const {
        const auto found = std::lower_bound(
            lines_.begin(), lines_.end(), number,
            [](const Line& line, std::uint32_t wanted) { return line.number < wanted; });
        return found != lines_.end() && found->number == number ? found->text : std::string_view();
    }

  private:
    struct Line {
        std::uint32_t number;
        std::string_view text;
    };

    std::string_view text_;
    std::vector<Line> lines_;
};

// Control characters and bytes outside ASCII must not reach a terminal; each stays one column wide.
void append_printable(std::string& out, std::string_view text) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\t') {
            out += ' ';
        } else {
            out += byte >= 0x20 && byte < 0x7f ? c : '?';
        }
    }
}

void append_line_and_caret(std::string& out, const ShownLines& lines, SourcePosition position) {
    const std::string_view line = lines[position.line];
    if (line.empty() || position.column == 0 || line.size() > kLongestShownLine) {
        return;
    }
    out += "    ";
    append_printable(out, line);
    out += "\n    ";
    out.append(std::min<std::size_t>(position.column - 1, line.size()), ' ');
    out += "^\n";
}

void append_place(std::string& out, const std::string& file_name, SourcePosition position) {
    out += printable(file_name);
    if (position.line != 0) {
        out += ':' + std::to_string(position.line) + ':' + std::to_string(position.column);
    }
    out += ": ";
}

} // namespace

std::string Diagnostics::render(bool colour) const {
    std::vector<const Diagnostic*> sorted;
    sorted.reserve(diagnostics_.size());
    ShownLines lines(text_);
    for (const Diagnostic& diagnostic : diagnostics_) {
        sorted.push_back(&diagnostic);
        lines.want(diagnostic.position);
        for (const DiagnosticNote& note : diagnostic.notes) {
            lines.want(note.position);
        }
    }
    lines.find();
    std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic* a, const Diagnostic* b) {
        return a->position.line != b->position.line ? a->position.line < b->position.line
                                                    : a->position.column < b->position.column;
    });

    std::string out;
    const auto append = [&](const Diagnostic& diagnostic) {
        append_place(out, file_name_, diagnostic.position);
        const bool is_error = diagnostic.severity == Severity::error;
        if (colour) {
            out += is_error ? "\x1b[1;31m" : "\x1b[1;35m";
        }
        out += is_error ? "error" : "warning";
        out += '[' + diagnostic.code + ']';
        if (colour) {
            out += "\x1b[0m";
        }
        out += ": " + printable(diagnostic.message) + '\n';
        append_line_and_caret(out, lines, diagnostic.position);
        for (const DiagnosticNote& note : diagnostic.notes) {
            append_place(out, file_name_, note.position);
            out += "note: " + printable(note.message) + '\n';
            append_line_and_caret(out, lines, note.position);
        }
    };
    for (const Diagnostic* diagnostic : sorted) {
        append(*diagnostic);
    }
    if (is_full()) {
        append(limit_diagnostic({}, Limit::errors, {.errors = max_errors_}));
    }
    return out;
}

} // namespace jacquard
