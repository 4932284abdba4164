#include <jacquard/nir/constant_evaluator.h>
#include <jacquard/nir/interpreter/atomic.h>

#include <array>

namespace jacquard::nir::interpreter {

namespace {

std::uint64_t combine(Opcode opcode, unsigned bit_size, std::uint64_t old, std::uint64_t data) {
    const ConstantValue values[2] = {constant_from_bits(old, bit_size),
                                     constant_from_bits(data, bit_size)};
    const std::array<const ConstantValue*, 2> sources = {&values[0], &values[1]};
    ConstantValue result;
    return evaluate(opcode, bit_size, 1, sources.data(), &result) ? result.u64 : old;
}

} // namespace

std::uint64_t apply_atomic(AtomicOp op, unsigned bit_size, std::uint64_t old, std::uint64_t data,
                           std::uint64_t compare) {
    switch (op) {
    case AtomicOp::iadd: return combine(Opcode::iadd, bit_size, old, data);
    case AtomicOp::imin: return combine(Opcode::imin, bit_size, old, data);
    case AtomicOp::umin: return combine(Opcode::umin, bit_size, old, data);
    case AtomicOp::imax: return combine(Opcode::imax, bit_size, old, data);
    case AtomicOp::umax: return combine(Opcode::umax, bit_size, old, data);
    case AtomicOp::iand: return combine(Opcode::iand, bit_size, old, data);
    case AtomicOp::ior: return combine(Opcode::ior, bit_size, old, data);
    case AtomicOp::ixor: return combine(Opcode::ixor, bit_size, old, data);
    case AtomicOp::xchg: return data;
    case AtomicOp::fadd: return combine(Opcode::fadd, bit_size, old, data);
    case AtomicOp::fmin: return combine(Opcode::fmin, bit_size, old, data);
    case AtomicOp::fmax: return combine(Opcode::fmax, bit_size, old, data);
    case AtomicOp::cmpxchg: return old == compare ? data : old;
    case AtomicOp::fcmpxchg: return combine(Opcode::feq, bit_size, old, compare) != 0 ? data : old;
    case AtomicOp::inc_wrap: return old >= data ? 0 : old + 1;
    case AtomicOp::dec_wrap: return old == 0 || old > data ? data : old - 1;
    // The lanes come in order already.
    case AtomicOp::ordered_add_gfx12_amd: return combine(Opcode::iadd, bit_size, old, data);
    }
    return old;
}

} // namespace jacquard::nir::interpreter
