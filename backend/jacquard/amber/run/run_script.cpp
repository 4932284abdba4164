#include <jacquard/amber/read/commands/amber_script.h>
#include <jacquard/amber/read/sections/section_script.h>
#include <jacquard/amber/run/run_script.h>
#include <jacquard/amber/run/script_runner.h>

#include <algorithm>

namespace jacquard::driver::amber {

namespace {

constexpr std::string_view kFirstLine = "#!amber";

// The first line of AmberScript says what the script is, and nothing else.
bool has_first_line(std::string_view content) {
    constexpr std::string_view kBlanks = " \t\r\n";
    return content.starts_with(kFirstLine) &&
           (content.size() == kFirstLine.size() ||
            kBlanks.find(content[kFirstLine.size()]) != std::string_view::npos);
}

Outcome outcome_of(const Diagnostics& diagnostics) {
    if (!diagnostics.has_errors()) {
        return Outcome::passed;
    }
    const bool is_refused =
        std::all_of(diagnostics.all().begin(), diagnostics.all().end(), [](const Diagnostic& each) {
            return each.severity != Severity::error || each.code == "M201";
        });
    return is_refused ? Outcome::refused : Outcome::failed;
}

} // namespace

std::string_view to_string(Outcome outcome) {
    switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::refused: break;
    }
    return "refused";
}

bool is_script(std::string_view name, std::string_view content) {
    return name.ends_with(".amber") || name.ends_with(".vkscript") ||
           name.ends_with(".shader_test") || has_first_line(content);
}

Outcome run_script(std::string_view text, const RunOptions& options, Diagnostics& diagnostics) {
    if (text.size() > options.limits.input_bytes) {
        report_limit(diagnostics, {}, Limit::input_bytes, options.limits);
        return Outcome::failed;
    }
    const bool has_sections = !has_first_line(text);
    Script script = has_sections
                        ? SectionScript(text, options.files, options.limits, diagnostics).read()
                        : AmberScript(text, options.files, options.limits, diagnostics).read();
    if (!diagnostics.has_errors()) {
        ScriptRunner(script, options, diagnostics).run();
    }
    return outcome_of(diagnostics);
}

} // namespace jacquard::driver::amber
