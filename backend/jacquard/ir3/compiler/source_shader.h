#pragma once

#include <jacquard/nir/ir/shader.h>

#include <memory>
#include <utility>

namespace jacquard::ir3 {

// A lowered shader that becomes a program. A lent shader stays with its owner; an owned one can be
// freed as soon as the machine graph has been made of it, so that not both need memory while the
// graph is worked on.
class SourceShader {
  public:
    explicit SourceShader(const nir::Shader& lent) : shader_(&lent) {}
    explicit SourceShader(std::unique_ptr<const nir::Shader> owned)
        : owned_(std::move(owned)), shader_(owned_.get()) {}

    // The shader must not have been freed.
    [[nodiscard]] const nir::Shader& operator*() const { return *shader_; }
    // Frees an owned shader. A lent one must not be looked at any more either.
    void free() {
        owned_.reset();
        shader_ = nullptr;
    }

  private:
    std::unique_ptr<const nir::Shader> owned_;
    const nir::Shader* shader_;
};

} // namespace jacquard::ir3
