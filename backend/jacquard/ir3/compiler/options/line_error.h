#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/source_line.h>

#include <span>
#include <string>
#include <string_view>

namespace jacquard::ir3 {

// An error in what a line of the source became, and the place of that line where it is known:
// within the text that `diagnostics` are about, or as a note that names one of `source_files`
// (ShaderInfo::source_files).
void error_of_line(Diagnostics& diagnostics, std::string_view code, std::string message,
                   SourceLine line, std::span<const std::string> source_files);

} // namespace jacquard::ir3
