#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/support/api.h>

#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// A module as machine code, and what is known of its inputs, outputs and resources.
struct SpirvProgram {
    SpirvResult module; // its shader is lowered for the part
    CompileResult compiled;
};

// The machine code of a module that load_spirv() made, which is changed; as compile_tgsi().
[[nodiscard]] CompileResult compile_loaded(SpirvResult& loaded, const VariantKey& key,
                                           Diagnostics& diagnostics,
                                           CompileObserver* observer = nullptr,
                                           const Limits& limits = {});

// Compiles an entry point of a SPIR-V module; as compile_tgsi().
[[nodiscard]] SpirvProgram compile_spirv(std::string_view bytes,
                                         const spirv::TranslateOptions& translation,
                                         const VariantKey& key, Diagnostics& diagnostics,
                                         CompileObserver* observer = nullptr,
                                         const Limits& limits = {});

} // namespace jacquard::driver

JACQUARD_END_API
