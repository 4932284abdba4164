#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <string_view>

namespace jacquard::driver {

enum class InputForm : std::uint8_t { spirv, tgsi, nir, assembly, words };

// The form that the content of a file tells: the magic number of SPIR-V in either byte order, a
// stage keyword as the first word is TGSI, `shader` is NIR text, any other text is assembly, the
// rest raw words. Text may be in UTF-8 or an older encoding.
[[nodiscard]] InputForm detect_form(std::string_view content);

// Reports that a text that should be a shader is none.
void report_no_shader(Diagnostics& diagnostics);

} // namespace jacquard::driver
