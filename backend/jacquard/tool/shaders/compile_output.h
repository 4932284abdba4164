#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/support/json/json.h>

#include <iosfwd>
#include <string_view>

namespace jacquard::driver {

// Prints a line for each statistic of a program, behind the prefix.
void print_statistics(const ir3::ProgramStatistics& statistics, std::string_view prefix,
                      std::ostream& out);

// Writes the members of an object that tells what came of the shader in a file: its status, and of
// a program the header and, unless they go elsewhere, the words.
void append_result(json::Writer& json, const CompileResult& result, std::string_view file,
                   bool with_words);

} // namespace jacquard::driver
