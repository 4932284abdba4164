#include <jacquard/passes/rewrite/never_negative.h>
#include <jacquard/passes/util/rewrite_alu.h>

namespace jacquard::nir {

namespace {

// Beyond that nothing is known; the answer is asked for often.
constexpr unsigned kMaxDepth = 6;

bool is_constant_at_least_zero(const Operand& value) {
    const std::span<const ConstantValue> constants = constant_components(*value.value);
    for (unsigned i = 0; i < value.num_components && !constants.empty(); ++i) {
        const ConstantValue constant = constants[value.swizzle[i]];
        const bool good = value.value->bit_size == 64   ? constant.f64 >= 0.0
                          : value.value->bit_size == 32 ? constant.f32 >= 0.0F
                          : value.value->bit_size == 16 ? constant.u16 <= 0x7c00 // up to infinity
                                                        : false;
        if (!good) {
            return false;
        }
    }
    return !constants.empty();
}

// Returns source `i` of a per-component instruction, in the components of the result that `value`
// reads.
Operand source_below(const AluInstruction& alu, unsigned i, const Operand& value) {
    const AluSource& read = alu.sources()[i];
    Operand source = value;
    source.value = read.ssa;
    for (unsigned c = 0; c < value.num_components; ++c) {
        source.swizzle[c] = read.swizzle[value.swizzle[c]];
    }
    return source;
}

bool is_known(const Operand& value, unsigned depth) {
    const auto* alu = value.value->instruction->as<AluInstruction>();
    if (alu == nullptr) {
        return is_constant_at_least_zero(value);
    }
    const OpcodeInfo& info = alu->info();
    if (info.never_negative == NeverNegative::always) {
        return true;
    }
    if (depth == 0 || info.output_components != 0) {
        return false;
    }
    const bool passes_on = info.is_copy || info.is_selection;
    if (!passes_on && info.never_negative == NeverNegative::unknown) {
        return false;
    }
    for (unsigned i = info.is_selection ? 1 : 0; i < alu->num_sources; ++i) {
        if (info.source_components[i] != 0) {
            return false;
        }
        if (!passes_on && info.source_types[i].base != BaseType::float_type) {
            continue;
        }
        const Operand source = source_below(*alu, i, value);
        if (!passes_on && info.never_negative == NeverNegative::if_constant) {
            if (is_constant_at_least_zero(source)) {
                return true;
            }
        } else if (!is_known(source, depth - 1)) {
            return false;
        }
    }
    return passes_on || info.never_negative == NeverNegative::if_all;
}

} // namespace

bool is_never_negative(const Operand& value) {
    return is_known(value, kMaxDepth);
}

} // namespace jacquard::nir
