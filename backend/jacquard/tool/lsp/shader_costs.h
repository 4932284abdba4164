#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

// All that the language server knows of reports on costs: texts and figures by line.
namespace jacquard::driver::lsp {

struct LineFigures {
    double cycles = 0;  // if a wave that runs alone executes each word once
    double waits = 0;   // the cycles of these for which it waits for results
    std::string shared; // as served_text() has it
};

// "a740"
[[nodiscard]] std::string part_of(const CostedShader& shader);

// Registers, waves, instructions, cycles and the busiest unit in one line; the reason where there
// is no report.
[[nodiscard]] std::string verdict_of(const CostedShader& shader);

// The lines of the file, from 1 on, that cost something.
[[nodiscard]] std::map<std::uint32_t, LineFigures> figures_of_lines(const CostedShader& shader);

// "12 cycles, 3 waiting, 29 more at line 5"
[[nodiscard]] std::string text_of(const LineFigures& figures);

// The words that come from a line of the file, each as assembly behind the cycles in which it
// issues and those for which others wait for it.
[[nodiscard]] std::vector<std::string> words_of_line(const CostedShader& shader,
                                                     std::uint32_t line);

} // namespace jacquard::driver::lsp
