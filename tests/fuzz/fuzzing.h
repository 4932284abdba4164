#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/text/limits.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// The helpers that the fuzz targets share.
namespace jacquard::fuzzing {

// A part of each revision.
inline constexpr std::array<std::uint32_t, 5> kParts = {330, 420, 540, 630, 730};

// So small that one input takes milliseconds.
inline constexpr Limits kSmall = {.input_bytes = 1U << 16,
                                  .instructions = 2000,
                                  .nesting = 64,
                                  .registers = 1U << 14,
                                  .memory = 64U << 20,
                                  .steps = 2000,
                                  .errors = 20};

// Ends the fuzzer, which keeps the input, when what must hold does not.
void demand(bool holds, const std::string& what);

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// Interprets a valid shader for a quad, as far as it goes.
void interpret(const nir::Shader& shader);

// Some passes of all there are, which `seed` chooses: each leaves a valid shader. What takes too
// much memory ends the walk.
void run_passes(nir::Shader& shader, std::uint64_t seed, unsigned count);

// Compiles a text or module for a part of each revision; what compiles runs without a fault.
enum class Language : std::uint8_t { tgsi, nir, spirv };
void compile_and_run(std::string_view text, Language language);

} // namespace jacquard::fuzzing
