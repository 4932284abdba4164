#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/facade/result_cache.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <cstddef>
#include <memory>
#include <string>

namespace jacquard::driver {
class VariantTable; // no part of the interface
} // namespace jacquard::driver

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

// A shader and the variants made of it so far. Each is compiled on first demand, or read from the
// cache, and kept; all functions may be called from many threads, and no two of them compile the
// same variant.
class Shader {
  public:
    // `source` is TGSI, NIR text or a SPIR-V module, which its content tells. `name` stands in
    // messages where a file name would.
    Shader(std::string name, std::string source, ShaderOptions options = {});
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    ~Shader();

    [[nodiscard]] const std::string& name() const;

    // Lives as long as the shader. Keys that differ only in state that changes nothing in this
    // shader have one variant.
    [[nodiscard]] const Variant& variant(const VariantKey& key);

    // Returns how many there are, and how many of them were compiled, not read from the cache.
    [[nodiscard]] std::size_t num_variants() const;
    [[nodiscard]] std::size_t num_compiled() const;

  private:
    std::unique_ptr<VariantTable> variants_;
};

} // namespace jacquard::driver

JACQUARD_END_API
