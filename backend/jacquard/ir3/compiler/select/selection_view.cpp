#include <jacquard/ir3/compiler/select/selection_view.h>

namespace jacquard::ir3 {

ScalarValue SelectionView::resolve(ScalarValue value) {
    for (;;) {
        const auto* alu = value.def->instruction->as<nir::AluInstruction>();
        if (alu == nullptr) {
            return value;
        }
        if (!alu->info().is_copy) {
            return value;
        }
        // A vector has a source for each component, a move one for all.
        const bool makes_vector = alu->num_sources > 1;
        const unsigned source = makes_vector ? value.component : 0;
        const unsigned component = makes_vector ? 0 : value.component;
        const nir::AluSource& read = alu->sources()[source];
        value = {read.ssa, read.swizzle[component]};
    }
}

ScalarValue SelectionView::source(const AluScalar& scalar, unsigned index) {
    const nir::AluSource& read = scalar.alu->sources()[index];
    return resolve({read.ssa, read.swizzle[scalar.component]});
}

AluScalar SelectionView::producer(const AluScalar& scalar, unsigned index, nir::Opcode opcode) {
    const ScalarValue value = source(scalar, index);
    const auto* alu = value.def->instruction->as<nir::AluInstruction>();
    if (alu == nullptr || alu->opcode != opcode) {
        return {};
    }
    return {alu, value.component};
}

bool SelectionView::is_constant(const ScalarValue& value) {
    return !nir::constant_components(*value.def).empty();
}

bool SelectionView::is_constant(const ScalarValue& value, unsigned bit_size, std::uint32_t bits) {
    return value.def->bit_size == bit_size && is_constant(value) && constant_bits(value) == bits;
}

std::uint32_t SelectionView::constant_bits(const ScalarValue& value) {
    return nir::constant_components(*value.def)[value.component].u32;
}

} // namespace jacquard::ir3
