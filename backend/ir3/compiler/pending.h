#pragma once

#include <jacquard/ir3/timing.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

// What is outstanding in one register.
struct Pending {
    std::uint32_t written = 0; // the latest slot, when there are writers
    std::uint32_t writers = 0; // a bit for each timing class
    bool full = false;         // widths of what was written
    bool half = false;
    Sync result = Sync::none; // flags that readers and writers need
    Sync reads = Sync::none;  // flags of which a writer needs one

    [[nodiscard]] bool is_anything() const {
        return writers != 0 || result != Sync::none || reads != Sync::none;
    }
    // Slots that must lie between the latest write and a read: the most that any writer asks for.
    [[nodiscard]] unsigned delay_before(const Timing& timing, TimingClass reader, bool third_source,
                                        bool half_read) const;
    // The same with slots counted so that `now` is `then`; what is out of reach is forgotten.
    [[nodiscard]] Pending moved(std::uint32_t now, std::uint32_t then) const;
    // Whether moved() would leave anything.
    [[nodiscard]] bool is_within_reach(std::uint32_t now) const {
        return result != Sync::none || reads != Sync::none ||
               (writers != 0 && now - written <= kMaximumDelaySlots + 1);
    }
    // Adds what may be outstanding as well; true when that is more.
    bool join(const Pending& other);

    friend bool operator==(const Pending&, const Pending&) = default;
};
static_assert(kNumTimingClasses <= 32);

// What is outstanding in some registers: the number of each and what, in order.
using PendingList = std::vector<std::pair<std::uint32_t, Pending>>;

// What is outstanding in each register, of which few have anything.
class PendingRegisters {
  public:
    explicit PendingRegisters(std::size_t count) : pending_(count), words_((count + 63) / 64) {}

    [[nodiscard]] const Pending& operator[](std::size_t number) const { return pending_[number]; }
    // To be changed.
    [[nodiscard]] Pending& at(std::size_t number) {
        words_[number / 64] |= std::uint64_t{1} << number % 64;
        return pending_[number];
    }

    // Calls visit(number, Pending&) for those of `first` and behind that may have anything, in
    // order.
    template <typename Visit>
    void for_each(Visit&& visit, std::size_t first = 0) {
        for (std::size_t i = first / 64; i < words_.size(); ++i) {
            std::uint64_t left = words_[i];
            left = i == first / 64 ? left >> first % 64 << first % 64 : left;
            for (; left != 0; left &= left - 1) {
                const std::size_t number =
                    i * 64 + static_cast<std::size_t>(std::countr_zero(left));
                visit(static_cast<std::uint32_t>(number), pending_[number]);
            }
        }
    }
    void forget(std::size_t number) {
        words_[number / 64] &= ~(std::uint64_t{1} << number % 64);
        pending_[number] = {};
    }
    // Nothing is outstanding but what the list says.
    void set(const PendingList& list);
    // Adds to a list what is outstanding in the registers from `first` on, with slots counted as
    // Pending::moved() does; true when that is more.
    bool join_to(PendingList& list, std::uint32_t now, std::uint32_t then, std::size_t first = 0);

  private:
    std::vector<Pending> pending_;
    std::vector<std::uint64_t> words_; // a bit for each that may have anything
};

// Constants that instructions write and that are there after (ss): first..end-1, none at first.
struct WrittenConstants {
    std::uint32_t first = 0;
    std::uint32_t end = 0;

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
