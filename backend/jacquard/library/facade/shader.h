#pragma once

#include <jacquard/library/facade/shader_variant.h>
#include <jacquard/support/api.h>

#include <cstddef>
#include <memory>
#include <string>

namespace jacquard::driver {
class VariantTable; // no part of the interface
} // namespace jacquard::driver

JACQUARD_BEGIN_API

namespace jacquard::driver {

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
