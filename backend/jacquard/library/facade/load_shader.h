#pragma once

#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/library/frontend/spirv_result.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <string_view>

namespace jacquard::driver {

// Whether loops are unrolled and simplified as for every target, or stay loops so that it can be
// told what unrolling them is worth.
enum class Loops : std::uint8_t { simplified, kept };

// Loads a shader in any form that there is a compiler for, which its content tells, as NIR that has
// been through the common pipeline. `translation` is for SPIR-V, be it words or assembly; a shader
// of another form has no resources. `precise` marks every instruction of TGSI exact. A content that
// is no shader is reported as one. The listener is told of the passes over SPIR-V whose loops are
// simplified.
[[nodiscard]] SpirvResult load_shader(std::string_view content,
                                      const spirv::TranslateOptions& translation, bool precise,
                                      Diagnostics& diagnostics, const Limits& limits,
                                      const PassListener& listener = {},
                                      Loops loops = Loops::simplified);

} // namespace jacquard::driver
