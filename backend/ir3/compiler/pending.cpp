#include <jacquard/ir3/compiler/pending.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

unsigned Pending::delay_before(const Timing& timing, TimingClass reader, bool third_source,
                               bool half_read) const {
    unsigned delay = 0;
    for (std::uint32_t left = writers; left != 0; left &= left - 1) {
        const auto writer = static_cast<TimingClass>(std::countr_zero(left));
        if (half_read ? half : full) {
            delay = std::max(delay, timing.delay_slots(writer, reader, third_source, true));
        }
        if (half_read ? full : half) {
            delay = std::max(delay, timing.delay_slots(writer, reader, third_source, false));
        }
    }
    return delay;
}

Pending Pending::moved(std::uint32_t now, std::uint32_t then) const {
    Pending result = *this;
    if (writers == 0 || now - written > kMaximumDelaySlots + 1) {
        result.written = 0;
        result.writers = 0;
        result.full = false;
        result.half = false;
    } else {
        result.written = then - (now - written);
    }
    return result;
}

bool Pending::join(const Pending& other) {
    const Pending before = *this;
    written = std::max(written, other.written); // 0 where there are no writers
    writers |= other.writers;
    full = full || other.full;
    half = half || other.half;
    result = result | other.result;
    // (ss) alone serves the stricter of two readers.
    if (reads == Sync::none || other.reads == Sync::ss) {
        reads = other.reads == Sync::none ? reads : other.reads;
    }
    return !(*this == before);
}

bool WrittenConstants::join(const WrittenConstants& other) {
    if (other.first == other.end || (first <= other.first && other.end <= end)) {
        return false;
    }
    const bool is_first = first == end;
    first = is_first ? other.first : std::min(first, other.first);
    end = is_first ? other.end : std::max(end, other.end);
    return true;
}

} // namespace jacquard::ir3
