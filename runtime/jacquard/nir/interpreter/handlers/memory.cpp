#include <jacquard/nir/interpreter/handlers/atomic.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/memory_cursor.h>

#include <cstring>

namespace jacquard::nir::interpreter {

namespace {

std::uint64_t read_bytes(const std::byte* from, unsigned bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, bytes);
    return bits;
}

// Calls load(lane, lanes, write) for the active lanes, once for all where the sources are the same
// and so is the memory; write(component, bits) gives what was loaded to `lanes`, for which it is.
template <typename Load>
void load_lanes(Wave& wave, const Step& step, bool has_shared_memory, Load&& load) {
    const Place& to = wave.values.result(step);
    bool is_uniform = has_shared_memory;
    for (unsigned i = 0; is_uniform && i < intrinsic_of(step).num_sources; ++i) {
        is_uniform = wave.is_uniform(step, i);
    }
    if (is_uniform) {
        load(wave.lanes.active.lowest(), wave.lanes.active,
             [&](unsigned c, std::uint64_t bits) { wave.write_active(to, c, bits); });
        return;
    }
    wave.lanes.active.for_each([&](unsigned lane) {
        load(lane, LaneMask::single(lane),
             [&](unsigned c, std::uint64_t bits) { wave.values.write(to, c, lane, bits); });
    });
}

// Stores that lanes see in their own memory are made by helpers too; what only the preamble writes
// is written once.
LaneMask lanes_that_store(const Wave& wave, const MemorySpaceInfo& info) {
    if (info.written == Written::in_preamble) {
        return wave.lanes.active.none() ? LaneMask{} : LaneMask::single(wave.lanes.active.lowest());
    }
    return info.shared_by == SharedBy::invocation ? wave.lanes.active : wave.lanes.writing();
}

const Place* place_of(const Wave& wave, const Step& step, std::int8_t source) {
    return source < 0 ? nullptr : &wave.values.source(step, static_cast<unsigned>(source));
}

} // namespace

bool load_memory(Wave& wave, const Step& step) {
    const MemoryAccess& access = *memory_access(intrinsic_of(step).op);
    const Place& to = wave.values.result(step);
    const Place* bound = place_of(wave, step, access.bound_source);
    MemoryCursor cursor(wave, step, access, to.bytes);
    const unsigned bytes = cursor.component_bytes();
    bool is_fine = true;
    const bool is_weak = wave.weak.covers(access.space);
    const bool is_late = is_weak && wave.weak.begin_load(step);
    load_lanes(wave, step, access.info().shared_by != SharedBy::invocation,
               [&](unsigned lane, const LaneMask& lanes, auto&& write) {
                   const MemoryView& memory = cursor.memory(lane);
                   const std::uint64_t start = cursor.start(lane);
                   // Beyond the bound everything is 0, which is no fault.
                   const bool is_beyond =
                       bound != nullptr &&
                       wave.values.read(
                           wave.values.source(step, static_cast<unsigned>(access.offset_source)), 0,
                           lane) +
                               std::uint64_t{bytes} * to.num_components >
                           wave.values.read(*bound, 0, lane);
                   for (unsigned c = 0; c < to.num_components; ++c) {
                       const std::uint64_t at = start + c * std::uint64_t{bytes};
                       const bool exists = !is_beyond && is_inside(memory, at, bytes);
                       is_fine = is_fine && (exists || is_beyond || wave.out_of_range(step));
                       if (exists && is_late) {
                           wave.weak.load_late(lanes, c, access.space, memory.first + at, bytes);
                       } else if (exists && is_weak) {
                           write(c, wave.weak.load(access.space, memory.first + at, bytes));
                       } else {
                           write(c, exists ? read_bytes(memory.first + at, bytes) : 0);
                       }
                   }
               });
    return is_fine && (!is_weak || wave.weak.may_go_on());
}

bool store_memory(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const MemoryAccess& access = *memory_access(intrinsic.op);
    const Place& from = *place_of(wave, step, access.value_source);
    const std::uint64_t mask = intrinsic.has_write_mask()
                                   ? static_cast<std::uint64_t>(intrinsic.write_mask())
                                   : ~std::uint64_t{0};
    MemoryCursor cursor(wave, step, access, from.bytes);
    const unsigned bytes = cursor.component_bytes();
    bool is_fine = true;
    const bool is_weak = wave.weak.covers(access.space);
    lanes_that_store(wave, access.info()).for_each([&](unsigned lane) {
        const MemoryView& memory = cursor.memory(lane);
        const std::uint64_t start = cursor.start(lane);
        for (unsigned c = 0; c < from.num_components; ++c) {
            if (((mask >> c) & 1) == 0) {
                continue;
            }
            const std::uint64_t at = start + c * std::uint64_t{bytes};
            if (!is_inside(memory, at, bytes) || memory.writable == nullptr) {
                is_fine = is_fine && wave.out_of_range(step);
                continue;
            }
            const std::uint64_t bits = wave.values.read(from, c, lane);
            if (is_weak) {
                wave.weak.store(access.space, memory.writable + at, bytes, bits);
            } else {
                std::memcpy(memory.writable + at, &bits, bytes);
            }
        }
    });
    return is_fine && (!is_weak || wave.weak.may_go_on());
}

// One lane after the other. Helpers read and leave memory as it is.
bool atomic_memory(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const MemoryAccess& access = *memory_access(intrinsic.op);
    const AtomicOp operation = access.has_operation ? access.operation : intrinsic.atomic_op();
    const Place& to = wave.values.result(step);
    const Place* data = place_of(wave, step, access.data_source);
    const Place* compare = place_of(wave, step, access.compare_source);
    MemoryCursor cursor(wave, step, access, to.bytes);
    bool is_fine = true;
    const bool is_weak = wave.weak.covers(access.space);
    wave.lanes.active.for_each([&](unsigned lane) {
        const MemoryView& memory = cursor.memory(lane);
        const std::uint64_t at = cursor.start(lane);
        if (!is_inside(memory, at, to.bytes) || memory.writable == nullptr) {
            is_fine = is_fine && wave.out_of_range(step);
            wave.values.write(to, 0, lane, 0);
            return;
        }
        const std::uint64_t operand = data != nullptr ? wave.values.read(*data, 0, lane)
                                                      : static_cast<std::uint64_t>(access.operand);
        const std::uint64_t expected = compare != nullptr ? wave.values.read(*compare, 0, lane) : 0;
        const auto change = [&](std::uint64_t old) {
            return apply_atomic(operation, to.bit_size, old, operand & mask_of_bits(to.bit_size),
                                expected);
        };
        std::uint64_t old = 0;
        if (is_weak && !wave.lanes.helpers.test(lane)) {
            old = wave.weak.change(access.space, memory.writable + at, to.bytes, change);
        } else {
            old = read_bytes(memory.first + at, to.bytes);
        }
        const std::uint64_t left = change(old);
        if (!is_weak && !wave.lanes.helpers.test(lane)) {
            std::memcpy(memory.writable + at, &left, to.bytes);
        }
        wave.values.write(to, 0, lane, access.gives_new ? left : old);
    });
    return is_fine && (!is_weak || wave.weak.may_go_on());
}

bool buffer_size(Wave& wave, const Step& step) {
    const MemoryAccess& access = *memory_access(intrinsic_of(step).op);
    const Place* resource = place_of(wave, step, access.resource_source);
    wave.lanes.active.for_each([&](unsigned lane) {
        const std::uint64_t number = resource != nullptr ? wave.values.read(*resource, 0, lane) : 0;
        wave.values.write(wave.values.result(step), 0, lane,
                          wave.memory.bytes_of(access.space, number, lane).size);
    });
    return true;
}

// Words to another space, as the first active lane says: `base` and `range` count vectors of four.
bool copy_memory(Wave& wave, const Step& step) {
    constexpr unsigned kWordBytes = 4;
    constexpr std::uint64_t kVectorWords = 4;
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const MemoryAccess& access = *memory_access(intrinsic.op);
    const unsigned lane = wave.lanes.active.lowest();
    if (lane >= wave.values.num_lanes) {
        return true;
    }
    MemoryCursor cursor(wave, step, access, kWordBytes);
    const MemoryView& from = cursor.memory(lane);
    const std::uint64_t start = cursor.start(lane);
    const MemoryView to = wave.memory.bytes_of(access.target, 0, lane);
    const std::uint64_t num_words = static_cast<std::uint64_t>(intrinsic.range()) * kVectorWords;
    for (std::uint64_t i = 0; i < num_words; ++i) {
        const std::uint64_t read_at = start + i * kWordBytes;
        const std::uint64_t written_at =
            (static_cast<std::uint64_t>(intrinsic.base()) * kVectorWords + i) * kWordBytes;
        if (!is_inside(to, written_at, kWordBytes) || !is_inside(from, read_at, kWordBytes) ||
            to.writable == nullptr) {
            return wave.out_of_range(step);
        }
        std::memcpy(to.writable + written_at, from.first + read_at, kWordBytes);
    }
    return true;
}

} // namespace jacquard::nir::interpreter
