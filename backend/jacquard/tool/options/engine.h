#pragma once

#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace jacquard::driver {

// The engines that can execute a shader.
enum class Engine : std::uint8_t { ir3, nir };

inline constexpr std::array<std::string_view, 2> kEngineNames = {"ir3", "nir"};

inline constexpr OptionSpec kEngineOption = {"--engine", "ENGINE",
                                             "what executes the shader: ir3, the emulator of the "
                                             "machine code (the default), or nir, the interpreter "
                                             "of NIR",
                                             false, words_of<kEngineNames>};

// The engine that the arguments ask for. Nothing when there is none; that has been said.
[[nodiscard]] std::optional<Engine> engine_of(const Arguments& arguments, const Streams& streams);

} // namespace jacquard::driver
