#pragma once

#include <jacquard/spirv/translate/values/context.h>
#include <jacquard/spirv/translate/values/faults.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jacquard::spirv {

// The base of all classes that translate one concern: short names for what all of them ask the
// context for. The other concerns that a class asks are the parameters of its constructor.
class Concern {
  public:
    Concern(const Concern&) = delete;
    Concern& operator=(const Concern&) = delete;

  protected:
    using SsaDef = nir::SsaDef;
    using Words = std::span<const std::uint32_t>;

    explicit Concern(Context& context) : context_(context) {}
    ~Concern() = default;

    [[nodiscard]] Context& context() const { return context_; }
    [[nodiscard]] const Module& module() const { return context_.module(); }
    [[nodiscard]] const Limits& limits() const { return context_.limits(); }
    [[nodiscard]] const Decorations& decorations() const { return context_.decorations(); }
    [[nodiscard]] Arena& arena() const { return context_.arena(); }
    [[nodiscard]] nir::Shader& shader() const { return context_.shader(); }
    [[nodiscard]] nir::CoreBuilder& b() const { return context_.builder(); }
    [[nodiscard]] const Current& now() const { return context_.now(); }
    [[nodiscard]] std::uint32_t word(std::size_t i) const { return context_.word(i); }

  private:
    Context& context_;
};

} // namespace jacquard::spirv
