#pragma once

#include <jacquard/nir/text/print/print_parts.h>

#include <cstdint>
#include <string_view>

namespace jacquard::nir {

// Writes instructions, without line ends.
class InstructionPrinter : public PartPrinter {
  public:
    using PartPrinter::PartPrinter;

    void instruction(const Instruction& instruction);

  private:
    void alu(const AluInstruction& alu);
    void swizzle(const AluSource& source, unsigned count);
    void intrinsic(const IntrinsicInstruction& intrinsic);
    void index_value(IndexKind kind, std::int64_t value);
    void constant(const ConstantInstruction& constant);
    void phi(const PhiInstruction& phi);
    void texture(const TextureInstruction& texture);
    void texture_offsets(const TextureFields& fields, const TextureFlag& flag);
    void field(std::string_view word, std::uint32_t value);
    void call(const CallInstruction& call);
    void parallel_copy(const ParallelCopyInstruction& copy);
    void deref(const DerefInstruction& deref);
    void deref_member(const DerefInstruction& deref);
    void deref_cast(const DerefInstruction& deref);
};

} // namespace jacquard::nir
