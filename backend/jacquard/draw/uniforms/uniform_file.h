#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::draw {

// Numbers that a uniform, or part of one, is set to.
struct Assignment {
    std::string path;
    std::vector<double> numbers;
    SourcePosition position;
};

// Reads the values of uniforms from a JSON file: an object whose names are those of uniforms, or
// paths to parts of them. A number, true or false is a scalar, an array of them a vector, a matrix
// or an array, however they are nested; an object is a structure or block, an array of objects one
// of those. Faults (codes P103, P104) go to `diagnostics`, which was made from the text.
[[nodiscard]] std::vector<Assignment>
read_uniform_file(std::string_view text, Diagnostics& diagnostics, const Limits& limits = {});

} // namespace jacquard::driver::draw
