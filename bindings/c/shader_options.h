#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/spirv/translate/translate_options.h>

#include "call.h"
#include "handles.h"

namespace jacquard::binding {

// jacquard_compile_options as the façade takes them.
struct ShaderOptions {
    driver::VariantKey key;
    spirv::TranslateOptions translation;
};

// False when the options or the input are none, which has been told; `status` then is what the call
// returns.
[[nodiscard]] bool read_options(const jacquard_compile_options* options, ShaderOptions& known,
                                Input& input, jacquard_status& status);

// A call that makes an object of a shader: `body` is given the input and the options.
template <typename Handle, typename Body>
jacquard_status creating_of_shader(jacquard_context* context, const jacquard_source* shader,
                                   const jacquard_compile_options* options, Handle** out,
                                   Body&& body) noexcept {
    return creating(out, context != nullptr && shader != nullptr, [&] {
        Input input(*context, shader);
        jacquard_status status = JACQUARD_OK;
        ShaderOptions known;
        return read_options(options, known, input, status) ? body(input, known) : status;
    });
}

// Returns the form of a shader, from its source or its bytes. `words` and `assembly` are not forms
// of a shader.
[[nodiscard]] driver::InputForm form_of(const Input& input);

} // namespace jacquard::binding
