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

void PendingRegisters::set(const PendingList& list) {
    for_each([this](std::uint32_t number, const Pending&) { forget(number); });
    for (const auto& [number, pending] : list) {
        at(number) = pending;
    }
}

bool PendingRegisters::join_to(PendingList& list, std::uint32_t now, std::uint32_t then,
                               std::size_t first) {
    if (list.empty()) {
        std::size_t count = 0;
        for_each([&count](std::uint32_t, const Pending&) { ++count; }, first);
        list.reserve(count);
    }
    bool more = false;
    std::size_t place = 0;
    const auto join = [&](std::uint32_t number, const Pending& pending) {
        while (place < list.size() && list[place].first < number) {
            ++place;
        }
        const Pending moved = pending.moved(now, then);
        if (place < list.size() && list[place].first == number) {
            more = list[place].second.join(moved) || more;
        } else if (moved.is_anything()) {
            list.insert(list.begin() + static_cast<std::ptrdiff_t>(place), {number, moved});
            more = true;
        }
    };
    for_each(join, first);
    return more;
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
