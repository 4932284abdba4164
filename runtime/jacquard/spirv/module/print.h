#pragma once

#include <jacquard/spirv/module/module.h>
#include <jacquard/support/text/source_line.h>

#include <string>
#include <vector>

namespace jacquard::spirv {

struct PrintOptions {
    bool friendly_names = true; // print names of ids, not their numbers
};

// The whole module as the standard disassembler writes it: a header of comments, then an
// instruction a line, results in a column of their own.
[[nodiscard]] std::string print(const Module& module, const PrintOptions& options = {});
// The same with where each line comes from by the module's lines.
[[nodiscard]] std::string print(const Module& module, std::vector<SourceLine>& origins);
// The line of that text in which each instruction begins.
[[nodiscard]] std::vector<SourceLine> lines_of_text(const Module& module);

} // namespace jacquard::spirv
