#pragma once

#include <jacquard/driver/compiler.h>
#include <jacquard/driver/input_form.h>
#include <jacquard/spirv/translate_options.h>

#include <string_view>

namespace jacquard::driver {

// Compiles a shader in any form that there is a compiler for; as compile_tgsi(). What is none is
// reported. `translation` is for SPIR-V modules.
[[nodiscard]] CompileResult compile_shader(std::string_view content, InputForm form,
                                           const spirv::TranslateOptions& translation,
                                           const VariantKey& key, Diagnostics& diagnostics,
                                           CompileObserver* observer = nullptr,
                                           const Limits& limits = {});

} // namespace jacquard::driver
