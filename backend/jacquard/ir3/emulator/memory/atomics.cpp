#include <jacquard/ir3/emulator/memory/atomics.h>

namespace jacquard::ir3 {

std::uint32_t apply_atomic(AtomicOperation operation, bool is_signed, std::uint32_t old,
                           std::uint32_t data, std::uint32_t compare) {
    const bool is_less =
        is_signed ? static_cast<std::int32_t>(old) < static_cast<std::int32_t>(data) : old < data;
    switch (operation) {
    case AtomicOperation::add: return old + data;
    case AtomicOperation::subtract: return old - data;
    case AtomicOperation::exchange: return data;
    case AtomicOperation::increment: return old >= data ? 0 : old + 1;
    case AtomicOperation::decrement: return old == 0 || old > data ? data : old - 1;
    case AtomicOperation::compare_exchange: return old == compare ? data : old;
    case AtomicOperation::minimum: return is_less ? old : data;
    case AtomicOperation::maximum: return is_less ? data : old;
    case AtomicOperation::bit_and: return old & data;
    case AtomicOperation::bit_or: return old | data;
    case AtomicOperation::bit_xor: return old ^ data;
    case AtomicOperation::none: break;
    }
    return old;
}

} // namespace jacquard::ir3
