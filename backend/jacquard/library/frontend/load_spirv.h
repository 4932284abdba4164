#pragma once

#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/library/frontend/spirv_resources.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// What an input or output of the module is, and where its slots begin.
struct VaryingFacts {
    nir::Semantic semantic{};
    std::uint32_t semantic_index = 0; // of its first slot: its location, where it has one
    std::uint32_t first_slot = 0;
    std::uint32_t slots = 1;
    std::uint32_t component = 0; // of the first slot
    nir::AluType scalar;
};

struct SpirvResult {
    NirResult nir;
    std::vector<Resource> resources;
    std::vector<VaryingFacts> inputs;
    std::vector<VaryingFacts> outputs;
};

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
