#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/ssa_scalars.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/support/memory/memory_pool.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tgsi/program.h>

#include <cstdint>
#include <memory>
#include <utility>

namespace jacquard::tgsi {

// The core of a translation: the program, the shader that is made of it, and the place in both.
class Context {
  public:
    Context(const Program& program, bool is_precise, const Limits& limits);

    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] const Limits& limits() const { return limits_; }
    // Returns whether all instructions are exact.
    [[nodiscard]] bool is_precise() const { return is_precise_; }

    // Returns the memory of tables and lists, which counts against the limit of the shader.
    [[nodiscard]] Arena& arena() { return arena_; }
    [[nodiscard]] MemoryPool& pool() { return pool_; }

    [[nodiscard]] nir::Shader& shader() { return *shader_; }
    [[nodiscard]] nir::CoreBuilder& builder() { return builder_; }
    [[nodiscard]] nir::SsaScalars& scalars() { return scalars_; }
    // Links the blocks of the shader and finishes its values.
    [[nodiscard]] std::unique_ptr<nir::Shader> finish();

    [[nodiscard]] const Instruction& current() const { return *current_; }
    void set_current(const Instruction& instruction) { current_ = &instruction; }
    // The index of the instruction at which the walk through the program is.
    [[nodiscard]] std::uint32_t position() const { return position_; }
    void set_position(std::uint32_t position) { position_ = position; }

  private:
    const Program& program_;
    const Limits& limits_;
    const bool is_precise_;
    Arena arena_;
    MemoryPool pool_{arena_};
    std::unique_ptr<nir::Shader> shader_;
    nir::Function& main_;
    nir::CoreBuilder builder_;
    nir::SsaScalars scalars_{pool_};
    const Instruction* current_ = nullptr;
    std::uint32_t position_ = 0;
};

} // namespace jacquard::tgsi
