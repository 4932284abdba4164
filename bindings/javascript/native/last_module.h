#pragma once

#include <jacquard/glsl/compiler/high_level_shader.h>

#include <optional>
#include <string>

namespace jacquard::driver::javascript {

// A compiler that answers for the last shader again without compiling it again. A page asks for the
// words, the costs and the view of one text after the other, and each command begins with its
// module.
class LastModule final : public HighLevelCompiler {
  public:
    explicit LastModule(const HighLevelCompiler& inner) : inner_(inner) {}

    [[nodiscard]] std::string identity() const override { return inner_.identity(); }
    // Not safe to call from several threads, of which WebAssembly has one.
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader) const override;

  private:
    struct Kept {
        HighLevelShader shader;
        std::string text; // that of the shader, which ends with the command
        HighLevelResult result;
    };

    const HighLevelCompiler& inner_;
    mutable std::optional<Kept> kept_;
};

} // namespace jacquard::driver::javascript
