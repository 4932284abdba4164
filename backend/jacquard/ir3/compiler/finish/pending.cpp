#include <jacquard/ir3/compiler/finish/pending.h>

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
    for_each(some_, [this](std::size_t number) { forget(number); });
    std::fill(flagged_.begin(), flagged_.end(), 0);
    for (const auto& [number, pending] : list) {
        set(number, 1, pending);
    }
}

void PendingRegisters::take(Sync sync) {
    for (std::size_t i = 0; i < flagged_.size(); ++i) {
        for (std::uint64_t left = flagged_[i]; left != 0; left &= left - 1) {
            Pending& pending = pending_[i * 64 + static_cast<std::size_t>(std::countr_zero(left))];
            pending.result = without(pending.result, sync);
            if (contains(sync, Sync::ss) ||
                (contains(sync, Sync::sy) && pending.reads == Sync::both)) {
                pending.reads = Sync::none;
            }
            if (!pending.has_flags()) {
                flagged_[i] &= ~(left & -left);
            }
        }
    }
}

void PendingRegisters::forget_out_of_reach(std::uint32_t now) {
    for_each(some_, [this, now](std::size_t number) {
        if (!pending_[number].is_within_reach(now)) {
            forget(number);
        }
    });
}

bool PendingRegisters::has_any(std::size_t first) const {
    bool has_any = false;
    for_each(
        some_, [&has_any](std::size_t) { has_any = true; }, first);
    return has_any;
}

bool PendingRegisters::join_to(PendingList& list, std::uint32_t now, std::uint32_t then,
                               std::size_t first) const {
    if (list.empty()) {
        std::size_t count = 0;
        for_each(
            some_, [&count](std::size_t) { ++count; }, first);
        list.reserve(count);
    }
    bool more = false;
    std::size_t place = 0;
    const auto join = [&](std::size_t number) {
        while (place < list.size() && list[place].first < number) {
            ++place;
        }
        const Pending moved = pending_[number].moved(now, then);
        if (place < list.size() && list[place].first == number) {
            more = list[place].second.join(moved) || more;
        } else if (moved.is_anything()) {
            list.insert(list.begin() + static_cast<std::ptrdiff_t>(place),
                        {static_cast<std::uint32_t>(number), moved});
            more = true;
        }
    };
    for_each(some_, join, first);
    return more;
}

bool WrittenConstants::join(const WrittenConstants& other) {
    if (other.first == other.end) {
        return false;
    }
    const bool is_first = first == end;
    const WrittenConstants both{is_first ? other.first : std::min(first, other.first),
                                is_first ? other.end : std::max(end, other.end),
                                arrive | other.arrive};
    const bool more = both.first != first || both.end != end || both.arrive != arrive;
    *this = both;
    return more;
}

} // namespace jacquard::ir3
