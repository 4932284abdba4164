#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/facade/result_cache.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <string>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// One compiled form of a shader. Immutable.
struct Variant {
    VariantKey key; // without the state that changes nothing in this shader
    CompileResult result;
    std::string messages; // all diagnostics, as they are shown to a user

    friend bool operator==(const Variant&, const Variant&) = default;
};

struct ShaderOptions {
    Limits limits; // hold for each variant
    // The options for a SPIR-V module: its entry point and its specialisation. Their `precise` and
    // `limits` are replaced by those of the key and the ones above.
    spirv::TranslateOptions translation;
    // The cache that keeps variants from one process to the next; null for none. It must outlive
    // the shader.
    const ResultCache* cache = nullptr;
};

} // namespace jacquard::driver

JACQUARD_END_API
