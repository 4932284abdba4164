#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/frame/command_line.h>

namespace jacquard::driver {

// Reads --advice, --what-if, --lines and --trips. Returns false after a fault, which has been
// reported.
[[nodiscard]] bool read_report_options(const Arguments& arguments, const Streams& streams,
                                       CostOptions& options);

} // namespace jacquard::driver
