#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/lower/precision/float_opcodes.h>
#include <jacquard/support/expression/half.h>

#include <cmath>

namespace jacquard::nir::narrowing {

namespace {

// The largest number that a half holds.
constexpr float kMostHalf = 65504.0F;
// The smallest number above 0 that a half holds with all of its digits.
constexpr float kLeastHalf = 1.0F / 16384.0F;

bool is_unsized_float(const AluType& type) {
    return type.base == BaseType::float_type && type.bit_size == 0;
}

} // namespace

bool computes_floats(const OpcodeInfo& info) {
    if (!is_unsized_float(info.output_type) || info.output_components > 1 || info.is_copy ||
        info.is_reduction) {
        return false;
    }
    for (unsigned i = 0; i < info.num_sources; ++i) {
        if (!is_unsized_float(info.source_types[i])) {
            return false;
        }
    }
    return info.num_sources != 0;
}

bool compares_floats(const OpcodeInfo& info) {
    return info.num_sources == 2 && info.output_type.base == BaseType::bool_type &&
           info.output_type.bit_size == 1 && is_unsized_float(info.source_types[0]) &&
           is_unsized_float(info.source_types[1]);
}

bool changes_sign(const AluInstruction& alu) {
    return alu.opcode == core::fneg || alu.opcode == core::fabs;
}

bool fits_half(float value) {
    return value == 0.0F || (std::fabs(value) >= kLeastHalf && std::fabs(value) <= kMostHalf);
}

bool is_half(float value) {
    return half_to_float(float_to_half(value)) == value && fits_half(value);
}

} // namespace jacquard::nir::narrowing
