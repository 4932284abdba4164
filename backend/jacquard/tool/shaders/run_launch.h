#pragma once

#include <jacquard/support/text/limits.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/options/engine.h>
#include <jacquard/tool/options/schedule_options.h>

#include <array>
#include <cstdint>

namespace jacquard::driver {

inline constexpr OptionSpec kLaunchOption = {
    "--launch", "GRID", "launch a kernel for so many work items, as 1024x64 or 256x1x1"};
inline constexpr std::array<OptionSpec, 4> kLaunchOptions = {{
    kLaunchOption,
    {"--local", "GROUP",
     "how many of them are a work group, as 64 or 8x8; default: as the kernel "
     "says, or 1"},
    OptionSpec{"--arg", "VALUE",
               "an argument of the kernel, in order: 5, 1.5, 1,2,3,4, hex:BYTES, file:PATH, "
               "zeros:BYTES, ints:..., floats:..., null or local:BYTES",
               true}
        .repeated(),
    OptionSpec{"--out", "NAME=PATH",
               "write what the kernel left of the buffer of that name, or number; may "
               "be repeated",
               true}
        .repeated(),
}};

// Launches the kernel of a module and prints what it changed in its buffers. The exit code.
int run_launch(const InputFile& file, const Arguments& arguments, Engine engine, std::uint32_t gpu,
               const Schedules& schedules, const Limits& limits, const Streams& streams);

} // namespace jacquard::driver
