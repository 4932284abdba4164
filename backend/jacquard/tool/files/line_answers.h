#pragma once

#include <jacquard/tool/frame/streams.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace jacquard::driver {

// Answers each line of a text that is not blank by one line: `answer(line, text)` appends it to
// `text`, and returns what it lacks, "" for nothing, which is then written behind "error: ". The
// exit code.
template <typename Answer>
int answer_lines(std::string_view text, std::ostream& out, Answer&& answer) {
    constexpr std::size_t kFlushSize = 65536; // answers are written in pieces of about this size
    constexpr std::string_view kBlanks = " \t\r";
    int code = exit_fine;
    std::string answers;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string_view line = text.substr(start, end - start);
        start = end + 1;
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (line.find_first_not_of(kBlanks) == std::string_view::npos) {
            continue;
        }
        const std::string fault = answer(line, answers);
        if (!fault.empty()) {
            answers += "error: " + fault;
            code = exit_findings;
        }
        answers += '\n';
        if (answers.size() > kFlushSize) {
            out << answers;
            answers.clear();
        }
    }
    out << answers;
    return code;
}

} // namespace jacquard::driver
