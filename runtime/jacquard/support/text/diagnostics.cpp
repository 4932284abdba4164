#include <jacquard/support/text/diagnostics.h>

#include <algorithm>

namespace jacquard {

Diagnostic& Diagnostics::add(Severity severity, bool is_kept, std::string_view code,
                             SourcePosition position, std::string message) {
    if (!is_kept) {
        dropped_ = {};
        return dropped_;
    }
    return diagnostics_.emplace_back(
        Diagnostic{severity, std::string(code), position, std::move(message), {}});
}

Diagnostic& Diagnostics::error(std::string_view code, SourcePosition position,
                               std::string message) {
    const bool is_kept = !is_full();
    ++error_count_;
    return add(Severity::error, is_kept, code, position, std::move(message));
}

Diagnostic& Diagnostics::warning(std::string_view code, SourcePosition position,
                                 std::string message) {
    const bool is_kept = warning_count_ < max_errors_;
    ++warning_count_;
    return add(Severity::warning, is_kept, code, position, std::move(message));
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
