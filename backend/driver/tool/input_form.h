#pragma once

#include <jacquard/support/diagnostics.h>

#include <cstdint>
#include <string_view>

namespace jacquard::driver {

enum class InputForm : std::uint8_t { tgsi, nir, assembly, words };

// The form that the first word of a file tells: a stage keyword is TGSI, `shader` is NIR text,
// anything else that is printable is assembly, the rest raw words.
[[nodiscard]] InputForm detect_form(std::string_view content);

// Reports that a text that should be a shader is none.
void report_no_shader(Diagnostics& diagnostics);

} // namespace jacquard::driver
