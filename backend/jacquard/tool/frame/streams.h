#pragma once

#include <iosfwd>
#include <string_view>

namespace jacquard::driver {

class HighLevelCompiler;

// The streams of a command. A command uses nothing else of its process but the files it is told to,
// so that tests run it in-process.
struct Streams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    bool colour_errors = false; // the error stream is a terminal and NO_COLOR is not set
    // The compiler from GLSL and HLSL to SPIR-V; null for the program that glslang_program() runs.
    const HighLevelCompiler* high_level = nullptr;
    bool err_is_terminal = false;         // somebody watches how far a long work is
    std::string_view in_name = "<stdin>"; // of what stands on the input stream
};

enum ExitCode : int {
    exit_fine = 0,
    exit_findings = 1, // a fault in the input, a disagreement
    exit_usage = 2,
};

} // namespace jacquard::driver
