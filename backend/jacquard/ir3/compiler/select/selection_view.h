#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/isa/codec/bit_helpers.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/nir/ir/shader.h>

#include <cstdint>

namespace jacquard::ir3 {

// One component of an ALU instruction.
struct AluScalar {
    const nir::AluInstruction* alu = nullptr;
    unsigned component = 0;
};

// One component of a value.
struct ScalarValue {
    const nir::SsaDef* def = nullptr;
    unsigned component = 0;

    friend bool operator==(const ScalarValue&, const ScalarValue&) = default;
};

// The view that the conditions of selection rules have: of the shader, of the machine, and of how
// exact results must be. It is all that is needed to find the rule for an instruction.
class SelectionView {
  public:
    // The facts outlive the view.
    SelectionView(Revision revision, const MachineFacts& machine, bool precise)
        : revision_(revision), machine_(machine), precise_(precise) {}

    // Whether results may differ a little from what was asked for.
    [[nodiscard]] bool approximate() const { return !precise_; }
    [[nodiscard]] const MachineFacts& machine() const { return machine_; }
    [[nodiscard]] Revision revision() const { return revision_; }

    [[nodiscard]] static unsigned bit_size(const AluScalar& scalar) {
        return scalar.alu->value.bit_size;
    }
    [[nodiscard]] static unsigned bit_size(const ScalarValue& value) { return value.def->bit_size; }
    // 16-bit values live in half registers, booleans (0 or 1) in full ones.
    [[nodiscard]] static bool is_half(const AluScalar& scalar) {
        return is_half_size(scalar.alu->value.bit_size);
    }
    [[nodiscard]] static bool is_half(const ScalarValue& value) {
        return is_half_size(value.def->bit_size);
    }
    [[nodiscard]] static bool is_half_size(unsigned bit_size) {
        return bit_size == 16 || bit_size == 8;
    }

    // The value that source `index` reads for the component at hand.
    [[nodiscard]] static ScalarValue source(const AluScalar& scalar, unsigned index);
    // The instruction that makes it when it has this opcode; null otherwise.
    [[nodiscard]] static AluScalar producer(const AluScalar& scalar, unsigned index,
                                            nir::Opcode opcode);
    // Looks through copies and vectors made of scalars.
    [[nodiscard]] static ScalarValue resolve(ScalarValue value);
    [[nodiscard]] static bool is_constant(const ScalarValue& value);
    [[nodiscard]] static bool is_constant(const ScalarValue& value, unsigned bit_size,
                                          std::uint32_t bits);
    // The value must be a constant.
    [[nodiscard]] static std::uint32_t constant_bits(const ScalarValue& value);

  private:
    const Revision revision_;
    const MachineFacts& machine_;
    const bool precise_;
};

} // namespace jacquard::ir3
