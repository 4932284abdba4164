#pragma once

#include <jacquard/glsl/compiler/high_level_shader.h>

namespace jacquard::driver::mcp {

// A compiler that refuses shaders which include files: through a message about such a file, anybody
// could read it.
class NoIncludes final : public HighLevelCompiler {
  public:
    explicit NoIncludes(const HighLevelCompiler& inner) : inner_(inner) {}

    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader) const override;
    [[nodiscard]] std::string identity() const override { return inner_.identity(); }

  private:
    const HighLevelCompiler& inner_;
};

} // namespace jacquard::driver::mcp
