#pragma once

#include <jacquard/passes/steps/rewrite_alu.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

// Components [first, first + count) of a per-component instruction.
[[nodiscard]] inline SsaDef* alu_piece(CoreBuilder& b, const AluInstruction& alu, unsigned first,
                                       unsigned count) {
    std::array<Operand, kMaxComponents> operands;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        operands[i] = operand_of(alu, i);
        if (alu.info().source_components[i] == 0) {
            Operand& operand = operands[i];
            std::copy_n(operand.swizzle.begin() + first, count, operand.swizzle.begin());
            operand.num_components = static_cast<std::uint8_t>(count);
        }
    }
    return b.alu(alu.opcode, std::span<const Operand>(operands.data(), alu.num_sources), count,
                 alu.value.bit_size);
}

// A per-component instruction in pieces of at most `width` components, put together again.
[[nodiscard]] inline SsaDef* split_alu(CoreBuilder& b, const AluInstruction& alu, unsigned width) {
    std::array<Operand, kMaxComponents> components;
    const unsigned count = alu.value.num_components;
    for (unsigned first = 0; first < count; first += width) {
        const unsigned size = std::min(width, count - first);
        const Operand piece = alu_piece(b, alu, first, size);
        for (unsigned c = 0; c < size; ++c) {
            components[first + c] = channel(piece, c);
        }
    }
    return b.vec(std::span<const Operand>(components.data(), count));
}

// A reduction as a chain of scalars, in the order that the table gives, since sums of floats depend
// on it. Half floats that must be exact are summed in single precision and rounded once, which is
// what the opcode does.
[[nodiscard]] inline SsaDef* reduce_alu(CoreBuilder& b, const AluInstruction& alu) {
    const OpcodeInfo& info = alu.info();
    Operand result;
    const unsigned count = alu.source_components(0);
    const unsigned steps = info.reduces_directly ? count - 1 : count + count - 1;
    const bool is_wide = alu.exact && alu.value.bit_size == 16 &&
                         info.output_type.base == BaseType::float_type && steps > 1;
    const auto part = [&](unsigned source, unsigned i) {
        const Operand x = channel(operand_of(alu, source), i);
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
