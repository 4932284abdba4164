#include <jacquard/generated/passes/lower_bool_to_float.h>
#include <jacquard/passes/arithmetic/lower_bool/truths.h>

#include <array>

namespace jacquard::nir {

namespace {

// Truths that are 1 and 0.
class FloatForm {
  public:
    static constexpr unsigned bit_size = 32;

    static ConstantValue constant(bool value) { return constant_from_float(value ? 1.0F : 0.0F); }
    static SsaDef* from_bool(CoreBuilder& b, const Operand& value) { return b.b2f32(value); }
    static SsaDef* to_bool(CoreBuilder& b, const Operand& value) {
        return b.fneu(value, b.imm_float(0.0));
    }
    static SsaDef* resized(CoreBuilder& b, const Operand& value) { return b.whole(value); }

    static SsaDef* lower(CoreBuilder& b, AluInstruction& alu) {
        return alu.info().is_copy ? same_opcode(b, alu)
                                  : lowered_truths(b, alu, LoweringGroup::truths_as_floats);
    }

  private:
    static SsaDef* same_opcode(CoreBuilder& b, const AluInstruction& alu) {
        std::array<Operand, kMaxComponents> operands;
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            operands[i] = operand_of(alu, i);
        }
        return b.alu(alu.opcode, std::span<const Operand>(operands.data(), alu.num_sources));
    }
};

} // namespace

bool lower_bool_to_float(Shader& shader) {
    return TruthLowering(shader, FloatForm()).run();
}

} // namespace jacquard::nir
