#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <string>
#include <vector>

namespace jacquard::driver {

// The words of --what-if, from the table of changes.
[[nodiscard]] std::vector<std::string> what_if_words();

inline constexpr std::array<OptionSpec, 5> kReportOptions = {{
    {"--advice", "", "tell all findings, why each costs and what to do about it"},
    {"--what-if", "LIST", "compile the shader with each of these changes, and compare", true,
     what_if_words},
    {"--lines", "N", "show so many source lines in a table, or 'all'; 10 by default", true},
    {"--registers", "WORD",
     "tell who holds the registers at the word, or, with 'peak', where most are held", true},
    OptionSpec{"--trips", "LINE=N",
               "the loop that begins on the line goes round N times; may be given several times",
               true}
        .repeated(),
}};

// Reads --advice, --what-if, --lines and --trips. Returns false after a fault, which has been
// reported.
[[nodiscard]] bool read_report_options(const Arguments& arguments, const Streams& streams,
                                       CostOptions& options);

} // namespace jacquard::driver
