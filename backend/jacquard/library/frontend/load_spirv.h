#pragma once

#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/library/frontend/spirv_resources.h>
#include <jacquard/library/frontend/spirv_result.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// A module as NIR in the form that the interpreter and the backend take: one function, inputs and
// outputs by slot, memory by offset, textures and images by number. The listener is told of the
// translation, as a pass "translate", too.
[[nodiscard]] SpirvResult load_spirv(std::string_view bytes, const spirv::TranslateOptions& options,
                                     Diagnostics& diagnostics, const PassListener& listener = {});

// The same of a shader that was translated already; what `facts` says beside the shader is set.
// `combined` lists, in order, where textures have their samplers. Returns the fault of the pass
// that broke it; empty: none did.
[[nodiscard]] std::string lower_from_spirv(nir::Shader& shader, SpirvResult& facts,
                                           std::span<const SetBinding> combined = {},
                                           const PassListener& listener = {});

} // namespace jacquard::driver

JACQUARD_END_API
