#include <jacquard/ir3/compiler/options/line_error.h>

namespace jacquard::ir3 {

namespace {

// Points behind the blanks of a line of which no column is known.
SourcePosition start_of_line(std::string_view text, std::uint32_t line) {
    for (std::uint32_t at = 1; at < line; ++at) {
        const std::size_t end = text.find('\n');
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    const std::size_t blanks = text.substr(0, text.find('\n')).find_first_not_of(" \t");
    return {line, blanks == std::string_view::npos ? 1 : static_cast<std::uint32_t>(blanks) + 1};
}

} // namespace

void error_of_line(Diagnostics& diagnostics, std::string_view code, std::string message,
                   SourceLine line, std::span<const std::string> source_files) {
    const bool is_named = line.file < source_files.size();
    const bool is_of_text =
        source_files.empty() || (is_named && source_files[line.file] == diagnostics.file_name());
    if (line.exists() && is_of_text) {
        diagnostics.error(code, start_of_line(diagnostics.text(), line.line), std::move(message));
        return;
    }
    Diagnostic& made = diagnostics.error(code, {}, std::move(message));
    if (line.exists() && is_named) {
        made.notes.push_back(
            {{}, "it comes from " + source_files[line.file] + ':' + std::to_string(line.line)});
    }
}

} // namespace jacquard::ir3
