#pragma once

#include <jacquard/driver/tool/command_line.h>

namespace jacquard::driver {

inline constexpr OptionSpec kEngineOption = {
    "--engine", "ENGINE", "what executes: ir3, the emulator of the machine code (the default)"};

// Whether the engine that the arguments ask for exists; if not, that has been said.
[[nodiscard]] bool check_engine(const Arguments& arguments, const Streams& streams);

} // namespace jacquard::driver
