#pragma once

#include <jacquard/library/link/stage_pair.h>
#include <jacquard/passes/util/copies.h>

#include <optional>
#include <unordered_map>

namespace jacquard::driver {

// Values that a stage computes from constants, uniform buffers and push constants alone, which the
// next stage can compute itself. A buffer that the reader did not have becomes one of its
// resources.
class UniformCopies {
  public:
    explicit UniformCopies(StagePair& pair) : pair_(pair) {}

    // Returns true if the value of the writer is one of these, and computing it takes no more
    // instructions than the pair allows.
    [[nodiscard]] bool can_copy(const nir::OneComponent& value);
    // The value in the reader, at the beginning of its entry; can_copy() was true of it.
    [[nodiscard]] nir::Operand copy(const nir::OneComponent& value);

  private:
    // Adds the instructions that a value takes to `count`. False if it is no such value.
    bool measure(const nir::SsaDef& value, unsigned& count);
    [[nodiscard]] bool is_uniform_load(const nir::IntrinsicInstruction& load) const;
    nir::SsaDef* copy_of(const nir::SsaDef& value);
    nir::SsaDef* copy_alu(const nir::AluInstruction& alu);
    nir::SsaDef* copy_load(const nir::IntrinsicInstruction& load);
    // The number in the reader of a uniform buffer of the writer.
    [[nodiscard]] std::uint32_t buffer_in_reader(std::uint32_t number);

    StagePair& pair_;
    nir::Instruction* last_ = nullptr; // of those made
    std::unordered_map<const nir::SsaDef*, nir::SsaDef*> made_;
};

} // namespace jacquard::driver
