#pragma once

#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/tgsi/translate/registers/context.h>

namespace jacquard::tgsi {

// The base of all classes that translate one concern: short names for what all of them ask the
// context for. The other concerns that a class asks are the parameters of its constructor.
class Concern {
  public:
    Concern(const Concern&) = delete;
    Concern& operator=(const Concern&) = delete;

  protected:
    using Scalar = nir::SsaScalars::Scalar;

    explicit Concern(Context& context) : context_(context) {}
    ~Concern() = default;

    [[nodiscard]] Context& context() const { return context_; }
    [[nodiscard]] const Program& program() const { return context_.program(); }
    [[nodiscard]] const Instruction& current() const { return context_.current(); }
    [[nodiscard]] Arena& arena() const { return context_.arena(); }
    [[nodiscard]] MemoryPool& pool() const { return context_.pool(); }
    [[nodiscard]] nir::Shader& shader() const { return context_.shader(); }
    [[nodiscard]] nir::CoreBuilder& b() const { return context_.builder(); }

  private:
    Context& context_;
};

} // namespace jacquard::tgsi
