#pragma once

#include <jacquard/nir/build/operand_list.h>
#include <jacquard/passes/util/copies.h>
#include <jacquard/passes/util/rewrite_alu.h>

#include <algorithm>

namespace jacquard::nir {

// A component that an instruction reads; not a copy of it but what was copied, which saves later
// passes the way there.
[[nodiscard]] inline Operand read_component(const AluSource& source, unsigned c) {
    const OneComponent read = copied_component({source.ssa, source.swizzle[c]});
    Operand operand;
    operand.value = read.value;
    operand.num_components = 1;
    operand.swizzle[0] = read.component;
    return operand;
}

// A per-component instruction, of which pieces can be had.
class AluPieces {
  public:
    AluPieces(CoreBuilder& builder, const AluInstruction& alu) : b_(builder), alu_(alu) {
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            operands_.add(operand_of(alu, i));
        }
    }

    // Components [first, first + count). One alone reads what `read` gives for a source and its
    // component.
    template <typename Read>
    [[nodiscard]] SsaDef* piece(unsigned first, unsigned count, const Read& read) {
        for (unsigned i = 0; i < alu_.num_sources; ++i) {
            if (alu_.info().source_components[i] == 0) {
                const AluSource& source = alu_.first_source[i];
                if (count == 1) {
                    operands_[i] = read(source, first);
                    continue;
                }
                operands_[i].value = source.ssa;
                std::copy_n(source.swizzle.begin() + first, count, operands_[i].swizzle.begin());
                operands_[i].num_components = static_cast<std::uint8_t>(count);
            }
        }
        return b_.alu(alu_.opcode, operands_.all(), count, alu_.value.bit_size);
    }

  private:
    CoreBuilder& b_;
    const AluInstruction& alu_;
    OperandList operands_;
};

// A per-component instruction in pieces of at most `width` components, put together again.
[[nodiscard]] inline SsaDef* split_alu(CoreBuilder& b, const AluInstruction& alu, unsigned width) {
    AluPieces pieces(b, alu);
    OperandList components;
    const unsigned count = alu.value.num_components;
    for (unsigned first = 0; first < count; first += width) {
        const unsigned size = std::min(width, count - first);
        const Operand piece = pieces.piece(first, size, read_component);
        for (unsigned c = 0; c < size; ++c) {
            components.add(channel(piece, c));
        }
    }
    return b.vec(components.all());
}

// A reduction as a chain of scalars, in the order that the table gives, since sums of floats depend
// on it. Half floats that must be exact are summed in single precision and rounded once, which is
// what the opcode does. Components are read as `read` gives them for a source and its component.
template <typename Read>
[[nodiscard]] SsaDef* reduce_alu(CoreBuilder& b, const AluInstruction& alu, const Read& read) {
    const OpcodeInfo& info = alu.info();
    Operand result;
    const unsigned count = alu.source_components(0);
    const unsigned steps = info.reduces_directly ? count - 1 : count + count - 1;
    const bool is_wide = alu.exact && alu.value.bit_size == 16 &&
                         info.output_type.base == BaseType::float_type && steps > 1;
    const auto part = [&](unsigned source, unsigned i) {
        const Operand x = read(alu.first_source[source], i);
        return is_wide ? Operand(b.f2f32(x)) : x;
    };
    for (unsigned n = 0; n < count; ++n) {
        const unsigned i = info.reduces_backward ? count - 1 - n : n;
        const Operand x = part(0, i);
        const Operand each = info.reduces_directly ? x : b.alu(info.reduce_each, {x, part(1, i)});
        result = n == 0 ? each : Operand(b.alu(info.reduce_combine, {result, each}));
    }
    if (is_wide) {
        result = b.f2f16(result);
    }
    return b.spread(result, alu.value.num_components);
}

} // namespace jacquard::nir
