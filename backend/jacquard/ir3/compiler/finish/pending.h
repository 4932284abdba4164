#pragma once

#include <jacquard/generated/ir3/timing.h>
#include <jacquard/support/memory/memory_pool.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

// The scoreboard's entry for one register.
struct Pending {
    std::uint32_t written = 0; // the latest slot when there are writers, else 0
    std::uint32_t writers = 0; // a bit for each timing class
    bool full = false;         // widths of what was written
    bool half = false;
    Sync result = Sync::none; // flags that readers and writers need
    Sync reads = Sync::none;  // flags of which a writer needs one

    [[nodiscard]] bool has_flags() const { return result != Sync::none || reads != Sync::none; }
    [[nodiscard]] bool is_anything() const { return writers != 0 || has_flags(); }
    // Whether a read in the slot may have to wait.
    [[nodiscard]] bool delays_reads(std::uint32_t slot) const {
        return result != Sync::none || written + 1 + kMaximumDelaySlots > slot;
    }
    // Slots that must lie between the latest write and a read: the most that any writer asks for.
    [[nodiscard]] unsigned delay_before(const Timing& timing, TimingClass reader, bool third_source,
                                        bool half_read) const;
    // The same with slots counted so that `now` is `then`; what is out of reach is forgotten.
    [[nodiscard]] Pending moved(std::uint32_t now, std::uint32_t then) const;
    // Whether moved() would leave anything.
    [[nodiscard]] bool is_within_reach(std::uint32_t now) const {
        return has_flags() || (writers != 0 && now - written <= kMaximumDelaySlots + 1);
    }
    // Adds what may be outstanding as well; true when that is more.
    bool join(const Pending& other);

    friend bool operator==(const Pending& a, const Pending& b) {
        return std::memcmp(&a, &b, sizeof(Pending)) == 0;
    }
};
static_assert(kNumTimingClasses <= 32 && std::has_unique_object_representations_v<Pending>);

// The entries of those registers that have any, with their numbers, in order.
using PendingList = std::vector<std::pair<std::uint32_t, Pending>>;

// The entries of all registers. Few are in flight at a time and fewer with a flag, so bit sets say
// which.
class PendingRegisters {
  public:
    PendingRegisters(std::size_t count, MemoryPool& pool)
        : pending_(count, pool), some_((count + 63) / 64, pool), flagged_((count + 63) / 64, pool) {
    }

    [[nodiscard]] const Pending& operator[](std::size_t number) const { return pending_[number]; }

    // Overwrites the entries of so many registers from `first` on.
    void set(std::size_t first, std::size_t count, const Pending& pending) {
        for (std::size_t number = first; number < first + count; ++number) {
            pending_[number] = pending;
            note(number);
        }
    }
    void set_result(std::size_t number, Sync result) {
        pending_[number].result = result;
        note(number);
    }
    void set_reads(std::size_t number, Sync reads) {
        pending_[number].reads = reads;
        note(number);
    }
    // Overwrites all entries by those of the list.
    void set(const PendingList& list);

    // Somebody has waited for everything that these flags wait for.
    void take(Sync sync);
    // Forgets what was written too long ago for anybody to wait for it.
    void forget_out_of_reach(std::uint32_t now);
    // Whether anything is outstanding in the registers from `first` on.
    [[nodiscard]] bool has_any(std::size_t first) const;
    // Adds to a list what is outstanding in the registers from `first` on, with slots counted as
    // Pending::moved() does; true when that is more.
    bool join_to(PendingList& list, std::uint32_t now, std::uint32_t then,
                 std::size_t first = 0) const;

  private:
    using Bits = PoolVector<std::uint64_t>;

    void note(std::size_t number) {
        const std::uint64_t bit = std::uint64_t{1} << number % 64;
        some_[number / 64] |= bit;
        flagged_[number / 64] |= pending_[number].has_flags() ? bit : 0;
    }
    void forget(std::size_t number) {
        some_[number / 64] &= ~(std::uint64_t{1} << number % 64);
        pending_[number] = {};
    }

    // Calls visit(number) for those of `first` and behind whose bit is set, in order.
    template <typename Visit>
    static void for_each(const Bits& bits, Visit&& visit, std::size_t first = 0) {
        for (std::size_t i = first / 64; i < bits.size(); ++i) {
            std::uint64_t left = bits[i];
            left = i == first / 64 ? left >> first % 64 << first % 64 : left;
            for (; left != 0; left &= left - 1) {
                visit(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
            }
        }
    }

    PoolVector<Pending> pending_;
    Bits some_;    // a bit for each that may have anything
    Bits flagged_; // for each that may have flags
};

// Constants that instructions write and that are there after flags: first..end-1, none at first.
struct WrittenConstants {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    Sync arrive = Sync::none; // with all of these

    // Whether a constant may be among them; nobody knows where a relative operand leads.
    [[nodiscard]] bool may_hold(std::uint32_t number, bool relative) const {
        return first != end && (relative || (first <= number && number < end));
    }
    // Adds others, and what lies between; true when that is more.
    bool join(const WrittenConstants& other);
};

[[nodiscard]] constexpr Sync without(Sync flags, Sync taken) {
    return static_cast<Sync>(static_cast<unsigned>(flags) & ~static_cast<unsigned>(taken));
}

} // namespace jacquard::ir3
