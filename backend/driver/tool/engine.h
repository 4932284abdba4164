#pragma once

#include <jacquard/driver/tool/command_line.h>

#include <cstdint>
#include <optional>

namespace jacquard::driver {

// What executes a shader.
enum class Engine : std::uint8_t { ir3, nir };

inline constexpr OptionSpec kEngineOption = {
    "--engine", "ENGINE",
    "what executes: ir3, the emulator of the machine code (the default), or nir, the interpreter "
    "of NIR"};

// The engine that the arguments ask for. Nothing when there is none; that has been said.
[[nodiscard]] std::optional<Engine> engine_of(const Arguments& arguments, const Streams& streams);

} // namespace jacquard::driver
