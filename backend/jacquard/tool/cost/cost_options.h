#pragma once

#include <jacquard/tool/cost/costed_shader.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/options/stage_options.h>

#include <array>

// What commands take that tell something of machine code, and read it where it is none yet.
namespace jacquard::driver {

inline constexpr std::array<OptionSpec, 7> kCostedOptions = {{
    {"--header", "H", "the header of a program given as raw words"},
    {"--precise", "", "never fuse, reorder or approximate"},
    kNoCheckOption,
    kFeedsOption,
    kPatchesOption,
    kStateOption,
    kWaveSizeOption,
}};

// What these, --gpu and the options of modules and limits say. False after a fault, which has been
// said; `code` then is the exit code.
[[nodiscard]] bool read_cost_options(const Arguments& arguments, const Streams& streams,
                                     CostOptions& options, int& code);

} // namespace jacquard::driver
