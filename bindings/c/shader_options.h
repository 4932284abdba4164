#pragma once

#include <jacquard/driver/compiler.h>
#include <jacquard/driver/input_form.h>
#include <jacquard/spirv/translate_options.h>

#include "call.h"
#include "handles.h"

namespace jacquard::binding {

// jacquard_compile_options as the façade takes them.
struct ShaderOptions {
    driver::VariantKey key;
    spirv::TranslateOptions translation;
};

// False when the options are none, which has been told; `status` then is what the call returns.
[[nodiscard]] bool read_options(const jacquard_compile_options* options, ShaderOptions& known,
                                Input& input, jacquard_status& status);

// What a shader is in, as its source says or its bytes do. No shader is `words` or `assembly`.
[[nodiscard]] driver::InputForm form_of(const Input& input);

} // namespace jacquard::binding
