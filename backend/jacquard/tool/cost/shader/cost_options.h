#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/settings.h>

#include <array>

// Options shared by commands that report on machine code, which they read or compile first.
namespace jacquard::driver {

inline constexpr auto kCostedOptions = join_options(
    std::array<OptionSpec, 1>{{{"--header", "H", "the header of a program given as raw words"}}},
    kSettingsOfCost);

// Reads these, --gpu and the options of modules and limits. Returns false after a fault, which has
// been reported; `code` then is the exit code.
[[nodiscard]] bool read_cost_options(const Arguments& arguments, const Streams& streams,
                                     CostOptions& options, int& code);

} // namespace jacquard::driver
