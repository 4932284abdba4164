#pragma once

#include <jacquard/glsl/high_level.h>
#include <jacquard/library/facade/result_cache.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/tool/batch/record/batch_outcome.h>
#include <jacquard/tool/batch/source/batch_source.h>
#include <jacquard/tool/batch/source/case_index.h>
#include <jacquard/tool/options/engine.h>

#include <cstdint>
#include <optional>
#include <string>

namespace jacquard::driver {

// The work that is done for every shader.
struct ShaderJob {
    VariantKey key;
    Engine engine = Engine::ir3;
    Limits limits = {};
    // The limit of one run of a module.
    std::uint64_t module_steps = kMostModuleSteps;
    // The compiler from GLSL and HLSL to SPIR-V, or null for the program of that name; the shader
    // holds what all have in common: target, macros and folders.
    const HighLevelCompiler* high_level = nullptr;
    HighLevelShader high_level_shader{};
    CaseIndex cases{};
    // Results are looked up here first; the identity is what they depend on beside shaders and
    // cases.
    std::optional<ResultCache> cache{};
    std::string cache_identity{};
};

// Compiles the shader, as far as the engine needs it, and runs its cases. Throws nothing.
[[nodiscard]] BatchOutcome process_shader(const BatchItem& item, const ShaderJob& job);

} // namespace jacquard::driver
