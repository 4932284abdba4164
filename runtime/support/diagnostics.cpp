#include <jacquard/support/diagnostics.h>

#include <algorithm>

namespace jacquard {

namespace {

constexpr std::size_t kLongestShownLine = 200;

std::string_view line_of(std::string_view text, std::uint32_t line) {
    std::size_t start = 0;
    for (std::uint32_t i = 1; i < line; ++i) {
        const std::size_t end = text.find('\n', start);
        if (end == std::string_view::npos) {
            return {};
        }
        start = end + 1;
    }
    std::string_view found = text.substr(start, text.find('\n', start) - start);
    if (!found.empty() && found.back() == '\r') {
        found.remove_suffix(1);
    }
    return found;
}

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

void append_line_and_caret(std::string& out, std::string_view text, SourcePosition position) {
    const std::string_view line = line_of(text, position.line);
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
    out += file_name;
    if (position.line != 0) {
        out += ':' + std::to_string(position.line) + ':' + std::to_string(position.column);
    }
    out += ": ";
}

} // namespace

Diagnostic& Diagnostics::add(Severity severity, std::string_view code, SourcePosition position,
                             std::string message) {
    if (severity == Severity::error) {
        ++error_count_;
    }
    if (diagnostics_.size() >= kMaxKept) {
        dropped_ = {};
        return dropped_;
    }
    return diagnostics_.emplace_back(
        Diagnostic{severity, std::string(code), position, std::move(message), {}});
}

Diagnostic& Diagnostics::error(std::string_view code, SourcePosition position,
                               std::string message) {
    return add(Severity::error, code, position, std::move(message));
}

Diagnostic& Diagnostics::warning(std::string_view code, SourcePosition position,
                                 std::string message) {
    return add(Severity::warning, code, position, std::move(message));
}

std::string Diagnostics::render(bool colour) const {
    std::vector<const Diagnostic*> sorted;
    sorted.reserve(diagnostics_.size());
    for (const Diagnostic& diagnostic : diagnostics_) {
        sorted.push_back(&diagnostic);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic* a, const Diagnostic* b) {
        return a->position.line != b->position.line ? a->position.line < b->position.line
                                                    : a->position.column < b->position.column;
    });

    std::string out;
    for (const Diagnostic* diagnostic : sorted) {
        append_place(out, file_name_, diagnostic->position);
        const bool is_error = diagnostic->severity == Severity::error;
        if (colour) {
            out += is_error ? "\x1b[1;31m" : "\x1b[1;35m";
        }
        out += is_error ? "error" : "warning";
        out += '[' + diagnostic->code + ']';
        if (colour) {
            out += "\x1b[0m";
        }
        out += ": " + diagnostic->message + '\n';
        append_line_and_caret(out, text_, diagnostic->position);
        for (const DiagnosticNote& note : diagnostic->notes) {
            append_place(out, file_name_, note.position);
            out += "note: " + note.message + '\n';
            append_line_and_caret(out, text_, note.position);
        }
    }
    if (error_count_ > kMaxKept) {
        out += file_name_ + ": " + std::to_string(error_count_) + " errors in all; the first " +
               std::to_string(kMaxKept) + " are shown\n";
    }
    return out;
}

SourcePosition position_of_offset(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line =
        static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
    const std::size_t newline = before.rfind('\n');
    const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
    return {line, static_cast<std::uint32_t>(before.size() - line_start + 1)};
}

} // namespace jacquard
