#pragma once

#include <jacquard/glsl/high_level.h>

#include <chrono>

namespace jacquard::driver {

// The time that glslang may take for one shader.
inline constexpr std::chrono::seconds kMostGlslangTime{30};

// Another compiler, in a process of its own that may take neither more memory than the limits allow
// nor more time: a shader of a few hundred bytes can ask for all there is.
class BoundedCompiler final : public HighLevelCompiler {
  public:
    // Both must outlive the object.
    BoundedCompiler(const HighLevelCompiler& inner, const Limits& limits,
                    std::chrono::milliseconds most_time = kMostGlslangTime)
        : inner_(inner), limits_(limits), most_time_(most_time) {}

    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader) const override;
    [[nodiscard]] std::string identity() const override { return inner_.identity(); }

  private:
    const HighLevelCompiler& inner_;
    const Limits& limits_;
    std::chrono::milliseconds most_time_;
};

} // namespace jacquard::driver
