#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <string_view>

namespace jacquard::spirv {
struct TranslateOptions;
} // namespace jacquard::spirv

// Loads shaders whose loops stay loops, through the pipeline that all targets want and that of
// every backend, to tell what unrolling them is worth.
namespace jacquard::driver {

struct NirResult;
struct SpirvResult;
enum class SourceLanguage : std::uint8_t;

[[nodiscard]] NirResult load_nir_with_loops(std::string_view text, SourceLanguage language,
                                            bool precise, Diagnostics& diagnostics,
                                            const Limits& limits);

[[nodiscard]] SpirvResult load_spirv_with_loops(std::string_view bytes,
                                                const spirv::TranslateOptions& options,
                                                Diagnostics& diagnostics);

} // namespace jacquard::driver
