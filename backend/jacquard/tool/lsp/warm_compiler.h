#pragma once

#include <jacquard/glsl/compiler/high_level_shader.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/files/bounded_glslang.h>

#include <set>
#include <string>

namespace jacquard::driver::lsp {

// A compiler whose shaders are compiled in another process, which finds ready what is the same for
// all shaders of a stage and a version: glslang takes longer for that than for most shaders.
class WarmCompiler {
  public:
    explicit WarmCompiler(const HighLevelCompiler& inner) : inner_(inner), kept_(inner) {}

    // Not safe to call from several threads.
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader,
                                          const Limits& limits) const;

  private:
    // Returns true where something was got ready.
    [[nodiscard]] bool prepare(const HighLevelShader& shader) const;

    const HighLevelCompiler& inner_;
    mutable KeptCompiler kept_;
    mutable std::set<std::string> ready_;
};

} // namespace jacquard::driver::lsp
