#pragma once

#include <jacquard/glsl/high_level.h>

#include <chrono>
#include <memory>

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

// The same with a process that compiles one shader after the other, as long as it stops at none of
// them: what it has got ready for one is there for the next. Not safe to call from several threads.
class KeptCompiler {
  public:
    // The compiler must outlive the object.
    explicit KeptCompiler(const HighLevelCompiler& inner,
                          std::chrono::milliseconds most_time = kMostGlslangTime);
    ~KeptCompiler();
    KeptCompiler(const KeptCompiler&) = delete;
    KeptCompiler& operator=(const KeptCompiler&) = delete;

    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader, const Limits& limits);
    // The next shader gets a new process, which begins with what this one has by then.
    void forget();

  private:
    struct Process;

    // A process ends after so many shaders, with the memory that it has not given back.
    static constexpr unsigned kMostShaders = 256;

    const HighLevelCompiler& inner_;
    std::chrono::milliseconds most_time_;
    std::unique_ptr<Process> process_;
};

} // namespace jacquard::driver
