#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/spirv/module/decorations.h>
#include <jacquard/spirv/module/module.h>
#include <jacquard/spirv/module/source_lines.h>
#include <jacquard/spirv/translate/values/value.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/support/text/limits.h>

#include <memory>
#include <optional>
#include <span>

namespace jacquard::spirv {

// The instruction that is being translated: one of the module, an extended one, or an operation on
// constants.
struct Current {
    const InstructionInfo* info = nullptr;
    const Type* type = nullptr; // of the result
    std::uint32_t result = 0;
    std::span<const std::uint32_t> words; // operands

    [[nodiscard]] Op op() const { return static_cast<Op>(info->number); }
};

// Returns whether the memory model of the module is that of OpenCL.
[[nodiscard]] bool is_of_opencl(const Module& module);

// The core of a translation: the module, the shader that is made of it, and the place in both.
class Context {
  public:
    Context(const Module& module, const Limits& limits, bool is_precise)
        : module_(module), limits_(limits), decorations_(module),
          is_precise_(is_precise || decorations_.has_any(Decoration::Invariant)),
          is_kernel_(is_of_opencl(module)),
          has_exact_values_(decorations_.has_any(Decoration::NoContraction)),
          has_relaxed_values_(decorations_.has_any(Decoration::RelaxedPrecision)) {}

    [[nodiscard]] const Module& module() const { return module_; }
    [[nodiscard]] const Limits& limits() const { return limits_; }
    [[nodiscard]] const Decorations& decorations() const { return decorations_; }
    // Returns whether all values are exact. Not only an option asks for that: outputs decorated
    // Invariant must be equal in all shaders.
    [[nodiscard]] bool is_precise() const { return is_precise_; }
    // Returns whether the module is of OpenCL: its pointers are numbers, and its types are laid out
    // as those of C.
    [[nodiscard]] bool is_kernel() const { return is_kernel_; }
    [[nodiscard]] bool has_exact_values() const { return has_exact_values_; }
    [[nodiscard]] bool has_relaxed_values() const { return has_relaxed_values_; }

    // Returns the memory of types, constants, values and pointers.
    [[nodiscard]] Arena& arena() { return arena_; }
    // Counts a variable for which the shader itself has the memory.
    void count_own_memory(const Type& pointee);

    void begin_shader(std::unique_ptr<nir::Shader> shader, SourceLines lines);
    [[nodiscard]] nir::Shader& shader() { return *shader_; }
    [[nodiscard]] std::unique_ptr<nir::Shader> take_shader() { return std::move(shader_); }

    // The current function. Its body begins after its return type is known.
    void enter(nir::Function& function) { function_ = &function; }
    void begin_body(const Type& return_type);
    void leave();
    [[nodiscard]] nir::Function* function() const { return function_; }
    [[nodiscard]] const Type* return_type() const { return return_type_; }

    [[nodiscard]] nir::CoreBuilder& builder() { return *builder_; }
    // Lets instructions that are made from here on come from the instruction with this index.
    void take_origin(std::uint32_t index) { builder_->origin = source_lines_.of(index); }
    // Constants are inserted before the anchor; null: where they are made.
    [[nodiscard]] nir::Instruction* anchor() const { return anchor_; }
    void set_anchor(nir::Instruction* anchor) { anchor_ = anchor; }

    [[nodiscard]] const Current& now() const { return now_; }
    void set_now(const Current& now) { now_ = now; }
    // Returns an operand of the current instruction.
    [[nodiscard]] std::uint32_t word(std::size_t i) const;

    // The place to which the translation returns after an operation on constants, which is
    // translated into a scratch function.
    struct Outer {
        std::optional<nir::CoreBuilder> builder;
        nir::Instruction* anchor = nullptr;
    };
    [[nodiscard]] Outer begin_scratch(nir::Function& function);
    void end_scratch(const Outer& outer);
    [[nodiscard]] bool is_scratch() const { return is_scratch_; }

  private:
    const Module& module_;
    const Limits& limits_;
    const Decorations decorations_;
    const bool is_precise_;
    const bool is_kernel_;
    const bool has_exact_values_;   // some are decorated NoContraction
    const bool has_relaxed_values_; // some are decorated RelaxedPrecision
    Arena arena_;
    std::uint64_t own_scalars_ = 0; // of variables for which the shader itself has the memory
    std::unique_ptr<nir::Shader> shader_;
    SourceLines source_lines_;
    nir::Function* function_ = nullptr;
    const Type* return_type_ = nullptr;
    std::optional<nir::CoreBuilder> builder_;
    nir::Instruction* anchor_ = nullptr;
    bool is_scratch_ = false;
    Current now_;
};

} // namespace jacquard::spirv
