#include <jacquard/fossilize/entry.h>

namespace jacquard::fossilize {

std::string EntryReport::place() const {
    return "byte " + std::to_string(entry_.start) + ", " + std::string(name_of(entry_.kind())) +
           ' ' + text_of_hash(entry_.hash);
}

void EntryReport::exceeds(Limit limit, const Limits& limits) const {
    report_limit(diagnostics_, {}, limit, limits).notes.push_back({{}, "this is " + place()});
}

Diagnostic& EntryReport::report(std::string_view code, const std::string& message) const {
    return diagnostics_.error(code, {}, place() + ": " + message);
}

} // namespace jacquard::fossilize
