#include <jacquard/nir/memory_access.h>

namespace jacquard::nir {
namespace {

constexpr MemoryAccess load(VariableMode mode, int buffer, int offset) {
    return {mode, false, -1, buffer, offset};
}
constexpr MemoryAccess store(VariableMode mode, int buffer, int offset) {
    return {mode, false, 0, buffer, offset};
}
constexpr MemoryAccess atomic(VariableMode mode, int buffer, int offset) {
    return {mode, true, -1, buffer, offset};
}

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

std::optional<MemoryAccess> memory_access(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case load_ubo: return load(VariableMode::mem_ubo, 0, 1);
    case load_ssbo: return load(VariableMode::mem_ssbo, 0, 1);
    case store_ssbo: return store(VariableMode::mem_ssbo, 1, 2);
    case ssbo_atomic:
    case ssbo_atomic_swap: return atomic(VariableMode::mem_ssbo, 0, 1);
    case load_shared: return load(VariableMode::mem_shared, -1, 0);
    case store_shared: return store(VariableMode::mem_shared, -1, 1);
    case shared_atomic:
    case shared_atomic_swap: return atomic(VariableMode::mem_shared, -1, 0);
    case load_scratch: return load(VariableMode::function_temp, -1, 0);
    case store_scratch: return store(VariableMode::function_temp, -1, 1);
    case load_task_payload: return load(VariableMode::mem_task_payload, -1, 0);
    case store_task_payload: return store(VariableMode::mem_task_payload, -1, 1);
    case task_payload_atomic:
    case task_payload_atomic_swap: return atomic(VariableMode::mem_task_payload, -1, 0);
    case global_atomic:
    case global_atomic_swap: return atomic(VariableMode::mem_global, -1, 0);
    case load_global: return load(VariableMode::mem_global, -1, 0);
    case store_global: return store(VariableMode::mem_global, -1, 1);
    case load_global_constant:
    case load_constant: return load(VariableMode::mem_constant, -1, 0);
    case load_push_constant: return load(VariableMode::mem_push_const, -1, 0);
    default: return std::nullopt;
    }
}

void OffsetAnalysis::see(const Instruction& instruction) {
    const auto* alu = instruction.as<AluInstruction>();
    if (alu == nullptr || alu->opcode != Opcode::iadd || alu->value.num_components != 1) {
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
