#pragma once

#include <jacquard/driver/load_nir.h>
#include <jacquard/driver/spirv_resources.h>
#include <jacquard/spirv/translate.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// What an output of the module is, before its vectors become slots.
struct OutputFacts {
    nir::Semantic semantic{};
    std::uint32_t semantic_index = 0; // of its first slot
    std::uint32_t slots = 1;
    nir::AluType scalar;
};

struct SpirvResult {
    NirResult nir;
    std::vector<Resource> resources;
    std::vector<OutputFacts> outputs;
};

// A module as NIR in the form that the interpreter and the backend take: one function, inputs and
// outputs by slot, memory by offset, textures and images by number.
[[nodiscard]] SpirvResult load_spirv(std::string_view bytes,
                                     const spirv::TranslateOptions& options,
                                     Diagnostics& diagnostics);

// The same of a shader that was translated already. What is wrong with it is returned; empty: fine.
[[nodiscard]] std::string lower_from_spirv(nir::Shader& shader, std::vector<Resource>& resources);

} // namespace jacquard::driver
