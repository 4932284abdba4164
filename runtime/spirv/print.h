#pragma once

#include <jacquard/spirv/module.h>

#include <string>

namespace jacquard::spirv {

struct PrintOptions {
    bool friendly_names = true; // what ids stand for; else their numbers
};

// The whole module as the standard disassembler writes it: a header of comments, then an
// instruction a line, results in a column of their own.
[[nodiscard]] std::string print(const Module& module, const PrintOptions& options = {});

} // namespace jacquard::spirv
