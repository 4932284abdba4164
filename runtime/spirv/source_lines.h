#pragma once

#include <jacquard/spirv/module.h>
#include <jacquard/support/source_line.h>

#include <string>
#include <vector>

namespace jacquard::spirv {

// Where the instructions of a module come from, by its OpLine.
struct SourceLines {
    std::vector<std::string> files;  // by SourceLine::file
    std::vector<SourceLine> origins; // by instruction; empty where the module says nothing

    [[nodiscard]] SourceLine of(std::size_t instruction) const {
        return instruction < origins.size() ? origins[instruction] : SourceLine{};
    }
};

// What an OpLine says holds for all that follows it in its function, until another one or OpNoLine.
[[nodiscard]] SourceLines source_lines(const Module& module);

} // namespace jacquard::spirv
