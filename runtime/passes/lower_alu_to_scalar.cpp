#include <jacquard/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/rewrite_alu.h>

#include <array>

namespace jacquard::nir {

namespace {

// One component of a per-component instruction.
SsaDef* component(Builder& b, const AluInstruction& alu, unsigned which) {
    std::array<Operand, kMaxComponents> operands;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const Operand whole = operand_of(alu, i);
        operands[i] = alu.info().source_components[i] == 0 ? channel(whole, which) : whole;
    }
    return b.alu(alu.opcode, std::span<const Operand>(operands.data(), alu.num_sources), 1,
                 alu.value.bit_size);
}

SsaDef* split(Builder& b, const AluInstruction& alu) {
    std::array<Operand, kMaxComponents> components;
    for (unsigned i = 0; i < alu.value.num_components; ++i) {
        components[i] = component(b, alu, i);
    }
    return b.vec(std::span<const Operand>(components.data(), alu.value.num_components));
}

// In the order that the table gives, since sums of floats depend on it.
SsaDef* reduce(Builder& b, const AluInstruction& alu) {
    const OpcodeInfo& info = alu.info();
    Operand result;
    const unsigned count = alu.source_components(0);
    for (unsigned n = 0; n < count; ++n) {
        const unsigned i = info.reduces_backward ? count - 1 - n : n;
        const Operand x = channel(operand_of(alu, 0), i);
        const Operand each = info.reduces_directly
                                 ? x
                                 : b.alu(info.reduce_each, {x, channel(operand_of(alu, 1), i)});
        result = n == 0 ? each : Operand(b.alu(info.reduce_combine, {result, each}));
    }
    return b.spread(result, alu.value.num_components);
}

} // namespace

bool lower_alu_to_scalar(Shader& shader) {
    return rewrite_alu(shader, [](Builder& b, AluInstruction& alu) -> SsaDef* {
        const OpcodeInfo& info = alu.info();
        if (info.is_reduction) {
            return reduce(b, alu);
        }
        if (info.is_copy || alu.value.num_components == 1) {
            return nullptr;
        }
        if (info.is_replicated) {
            return b.spread(component(b, alu, 0), alu.value.num_components);
        }
        return info.output_components == 0 ? split(b, alu) : nullptr;
    });
}

} // namespace jacquard::nir
