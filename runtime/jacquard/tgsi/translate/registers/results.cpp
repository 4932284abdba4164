#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/results.h>

// Formulas and results of instructions.
namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;

namespace {} // namespace

void Results::translate_formula() {
    const bool saturate_pairs =
        current().saturate && info(current().opcode).destination_type == OperandType::double_type;
    Formula formula(b(), current().destination.write_mask, operands_, saturate_pairs);
    formula_of(current().opcode)(formula);
    write_results(formula);
}

// Each component goes through the intrinsic by itself; further sources give their x.
void Results::translate_intrinsic(nir::IntrinsicOp intrinsic) {
    Formula formula(b(), current().destination.write_mask, operands_);
    for (unsigned c = 0; c < 4; ++c) {
        if (formula.wants(1U << c)) {
            std::array<SsaDef*, 5> sources{};
            for (unsigned i = 0; i < current().num_sources; ++i) {
                sources[i] = b().whole(formula.source(i, i == 0 ? c : 0));
            }
            const std::span<SsaDef* const> given(sources.data(), current().num_sources);
            formula.set(c, &b().intrinsic(intrinsic, 1, 32, given)->value);
        }
    }
    write_results(formula);
}

// All results are made before the first is written, as a source may be the destination.
void Results::write_results(const Formula& formula) {
    const OperandType type = info(current().opcode).destination_type;
    const bool saturate = current().saturate &&
                          (type == OperandType::float_type || type == OperandType::untyped_type);
    std::array<SsaDef*, 4> values{};
    for (unsigned c = 0; c < 4; ++c) {
        if (formula.wants(1U << c)) {
            const nir::Operand& result = formula.result(c);
            values[c] = saturate ? b().fsat(result) : b().whole(result);
        }
    }
    for (unsigned c = 0; c < 4; ++c) {
        if (values[c] != nullptr) {
            operands_.write(current().destination, c, values[c]);
        }
    }
}

SsaDef* Results::condition() {
    Formula formula(b(), 1, operands_);
    formula_of(current().opcode)(formula);
    return b().whole(formula.result(0));
}

// The first components of a result; the others are 0.
void Results::write_value(SsaDef* value) {
    Formula formula(b(), current().destination.write_mask, operands_);
    for (unsigned c = 0; c < 4; ++c) {
        formula.set(c,
                    c < value->num_components ? channel(value, c) : Operand(hoisted_.constant(0)));
    }
    write_results(formula);
}

void Results::write_everywhere(SsaDef* scalar) {
    Formula formula(b(), current().destination.write_mask, operands_);
    formula.set_all(0xf, scalar);
    write_results(formula);
}

} // namespace jacquard::tgsi
