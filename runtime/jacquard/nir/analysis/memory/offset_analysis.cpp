#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/nir/analysis/memory/offset_analysis.h>

namespace jacquard::nir {
namespace {

std::int64_t signed_value(ConstantValue value, unsigned bit_size) {
    const unsigned unused = 64 - bit_size;
    return static_cast<std::int64_t>(value.u64 << unused) >> unused;
}

// The sum as it would come out in that width.
std::int64_t wrapped(std::int64_t value, unsigned bit_size) {
    ConstantValue bits;
    bits.i64 = value;
    return signed_value(bits, bit_size);
}

} // namespace

void OffsetAnalysis::see(const Instruction& instruction) {
    const auto* alu = instruction.as<AluInstruction>();
    if (alu == nullptr || alu->opcode != core::iadd || alu->value.num_components != 1) {
        return;
    }
    const AluSource& left = alu->first_source[0];
    const AluSource& right = alu->first_source[1];
    const OffsetParts x = parts(*left.ssa, left.swizzle[0]);
    const OffsetParts y = parts(*right.ssa, right.swizzle[0]);
    if (x.base != nullptr && y.base != nullptr) {
        return;
    }
    OffsetParts sum = x.base != nullptr ? x : y;
    if (sum.base == nullptr) {
        return;
    }
    sum.constant = wrapped(static_cast<std::int64_t>(static_cast<std::uint64_t>(x.constant) +
                                                     static_cast<std::uint64_t>(y.constant)),
                           alu->value.bit_size);
    if (alu->value.index >= sums_.size()) {
        sums_.resize(alu->value.index + std::size_t{1});
    }
    sums_[alu->value.index] = sum;
}

OffsetParts OffsetAnalysis::parts(SsaDef& value, unsigned c) const {
    if (const auto components = constant_components(value); !components.empty()) {
        return {nullptr, 0, signed_value(components[c], value.bit_size)};
    }
    if (c == 0 && value.index < sums_.size() && sums_[value.index].base != nullptr) {
        return sums_[value.index];
    }
    return {&value, static_cast<std::uint8_t>(c), 0};
}

} // namespace jacquard::nir
