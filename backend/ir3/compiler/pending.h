#pragma once

#include <jacquard/ir3/timing.h>

#include <cstdint>

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
    // Adds what may be outstanding as well; true when that is more.
    bool join(const Pending& other);

    friend bool operator==(const Pending&, const Pending&) = default;
};
static_assert(kNumTimingClasses <= 32);

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
