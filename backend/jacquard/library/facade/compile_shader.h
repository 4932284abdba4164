#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/spirv/translate/translate_options.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// The module that a text in the assembly of SPIR-V describes. Nothing after a fault, which
// `diagnostics`, made from the text, then has.
[[nodiscard]] std::optional<std::string>
module_of_assembly(std::string_view text, Diagnostics& diagnostics, const Limits& limits);

// Compiles a shader in any form that there is a compiler for; as compile_tgsi(). What is none is
// reported. `translation` is for SPIR-V, be it words or assembly.
[[nodiscard]] CompileResult compile_shader(std::string_view content, InputForm form,
                                           const spirv::TranslateOptions& translation,
                                           const VariantKey& key, Diagnostics& diagnostics,
                                           CompileObserver* observer = nullptr,
                                           const Limits& limits = {});

} // namespace jacquard::driver
