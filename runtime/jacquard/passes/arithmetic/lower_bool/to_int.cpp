#include <jacquard/generated/passes/lower_bool_to_bitsize.h>
#include <jacquard/generated/passes/lower_bool_to_int32.h>
#include <jacquard/passes/arithmetic/lower_bool/truths.h>
#include <jacquard/passes/util/boolean_forms.h>
#include <jacquard/passes/util/int_widths.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

// Truths of which all or no bits are set.
class IntForm {
  public:
    static constexpr unsigned bit_size = 32;

    explicit IntForm(bool follows_operands) : follows_operands_(follows_operands) {}

    static ConstantValue constant(bool value) {
        return constant_from_bits(value ? ~std::uint64_t{0} : 0, bit_size);
    }
    static SsaDef* from_bool(CoreBuilder& b, const Operand& value) { return b.b2b32(value); }
    static SsaDef* to_bool(CoreBuilder& b, const Operand& value) { return b.b2b1(value); }
    static SsaDef* resized(CoreBuilder& b, const Operand& value) { return b.b2b32(value); }

    SsaDef* lower(CoreBuilder& b, AluInstruction& alu) const {
        const OpcodeInfo& info = alu.info();
        // A form of another width computes with truths as with any integers.
        const bool is_sized_form = with_boolean_width(alu.opcode, 1) != alu.opcode;
        if (info.is_copy || info.accepts_masks || is_sized_form) {
            return same_opcode(b, alu, alu.opcode);
        }
        if (with_boolean_width(alu.opcode, bit_size) != alu.opcode) {
            return other_form(b, alu);
        }
        return lowered_truths(b, alu, LoweringGroup::truths_as_masks);
    }

  private:
    static bool reads_bool(const AluInstruction& alu, unsigned i) {
        return alu.info().source_types[i] == AluType{BaseType::bool_type, 1};
    }

    // The width of what the instruction computes with: of its first truth, or what is compared.
    unsigned width_of(const AluInstruction& alu, unsigned first) const {
        return follows_operands_ ? std::min<unsigned>(alu.first_source[first].ssa->bit_size, 32)
                                 : bit_size;
    }

    // Operands without a width of their own are of one width.
    static std::array<Operand, kMaxComponents> operands_of(CoreBuilder& b, AluInstruction& alu,
                                                           unsigned truth_width) {
        std::array<Operand, kMaxComponents> operands;
        const int first = alu.info().width_source;
        const unsigned width =
            first < 0 ? 0 : alu.first_source[static_cast<std::size_t>(first)].ssa->bit_size;
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            const Operand source = operand_of(alu, i);
            const unsigned wanted = reads_bool(alu, i) ? truth_width
                                    : alu.info().source_types[i].bit_size == 0
                                        ? width
                                        : source.value->bit_size;
            operands[i] =
                source.value->bit_size == wanted ? source : Operand(widen_bool(b, source, wanted));
        }
        return operands;
    }

    static SsaDef* same_opcode(CoreBuilder& b, AluInstruction& alu, Opcode opcode) {
        const auto operands = operands_of(b, alu, 0);
        return b.alu(opcode, std::span<const Operand>(operands.data(), alu.num_sources));
    }

    SsaDef* other_form(CoreBuilder& b, AluInstruction& alu) const {
        unsigned width = width_of(alu, 0);
        Opcode form = with_boolean_width(alu.opcode, width);
        if (boolean_width(form) != width) {
            width = bit_size;
            form = with_boolean_width(alu.opcode, width);
        }
        const auto operands = operands_of(b, alu, width);
        return b.alu(form, std::span<const Operand>(operands.data(), alu.num_sources));
    }

    bool follows_operands_;
};

} // namespace

bool lower_bool_to_int32(Shader& shader) {
    return TruthLowering(shader, IntForm(false)).run();
}

bool lower_bool_to_bitsize(Shader& shader) {
    return TruthLowering(shader, IntForm(true)).run();
}

} // namespace jacquard::nir
