#include <jacquard/tool/mcp/no_includes.h>

#include <algorithm>

namespace jacquard::driver::mcp {

namespace {

// The text as the preprocessor sees it: a line goes on where it ends with a backslash.
std::string with_joined_lines(std::string_view text) {
    std::string joined;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            const std::size_t end = text.compare(i + 1, 2, "\r\n") == 0 ? i + 2 : i + 1;
            if (end < text.size() && (text[end] == '\n' || text[end] == '\r')) {
                i = end;
                continue;
            }
        }
        joined += text[i];
    }
    return joined;
}

// The line of the first directive that may include a file, from 1 on; 0: there is none. What is not
// sure to be none counts: a '#' before the word on its line, or the end of a comment, before which
// the '#' may stand.
std::uint32_t line_of_include(std::string_view text) {
    const std::string joined = with_joined_lines(text);
    const std::string_view all = joined;
    for (std::size_t word = all.find("include"); word != std::string_view::npos;
         word = all.find("include", word + 1)) {
        const std::size_t end_before = all.find_last_of("\r\n", word);
        const std::size_t start = end_before == std::string_view::npos ? 0 : end_before + 1;
        const std::string_view before = all.substr(start, word - start);
        if (before.find('#') != std::string_view::npos ||
            before.find("*/") != std::string_view::npos) {
            const auto at = joined.begin() + static_cast<std::ptrdiff_t>(word);
            return static_cast<std::uint32_t>(std::count(joined.begin(), at, '\n') + 1);
        }
    }
    return 0;
}

} // namespace

HighLevelResult NoIncludes::compile(const HighLevelShader& shader) const {
    const std::uint32_t line = line_of_include(shader.text);
    if (line == 0) {
        return inner_.compile(shader);
    }
    HighLevelResult refused;
    refused.messages.push_back(
        {true, shader.name, line,
         "files are not included here; send the text with what it includes put in"});
    return refused;
}

} // namespace jacquard::driver::mcp
