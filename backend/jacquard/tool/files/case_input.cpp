#include <jacquard/tool/files/case_input.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>

#include <ostream>
#include <utility>

namespace jacquard::driver {

std::optional<CaseFile> load_case(std::string_view path, const Limits& limits,
                                  const Streams& streams, int& code) {
    const std::optional<InputFile> file = read_input(path, streams, limits, code);
    if (!file) {
        return std::nullopt;
    }
    code = exit_findings;
    Diagnostics diagnostics(file->name, file->content, limits.errors);
    CaseFile result = parse_case_file(file->content, diagnostics, limits);
    streams.err << diagnostics.render(streams.colour_errors);
    return diagnostics.has_errors() ? std::nullopt : std::optional(std::move(result));
}

} // namespace jacquard::driver
