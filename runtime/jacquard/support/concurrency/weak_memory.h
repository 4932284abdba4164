#pragma once

#include <jacquard/support/concurrency/schedule.h>
#include <jacquard/support/concurrency/weak_order.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard {

// Bytes that waves share, by their addresses in this process; what they hold there is always the
// newest value. A cell is an aligned word, so that larger accesses may be torn and smaller ones
// change a part of it.
class WeakMemory {
  public:
    explicit WeakMemory(WeakOrder& order) : order_(order) {}

    [[nodiscard]] std::uint64_t load(unsigned agent, std::uint32_t kinds, const std::byte* from,
                                     unsigned bytes);
    void store(unsigned agent, std::uint32_t kinds, std::byte* to, unsigned bytes,
               std::uint64_t value);
    // The first returns the value that an atomic reads, the second stores its result. No other
    // access may come between the two.
    [[nodiscard]] std::uint64_t begin_change(unsigned agent, std::uint32_t kinds,
                                             const std::byte* at, unsigned bytes);
    void end_change(unsigned agent, std::uint32_t kinds, std::byte* at, unsigned bytes,
                    std::uint64_t value);
    // The bytes are used for something else from now on.
    void forget(std::span<const std::byte> bytes);
    // Sets the bytes to zero that have not been written since.
    void clear_untouched(std::span<std::byte> bytes) const;

  private:
    using Word = std::array<std::byte, 4>;
    struct Cell {
        unsigned number = 0;
        std::uint8_t known = 0;   // bytes of the words that were asked for
        std::uint8_t changed = 0; // those of them that somebody changed
        std::vector<Word> values; // in the order of the cell's
    };
    // The part of an access that lies in one word.
    struct Piece {
        Cell* cell = nullptr;
        unsigned first = 0; // byte of the word
        unsigned count = 0;
    };

    // From `at` to the end of its word or of the access.
    [[nodiscard]] Piece piece_at(const std::byte* at, unsigned bytes);

    WeakOrder& order_;
    std::unordered_map<std::uintptr_t, Cell> cells_;
};

// Texels of images, by the number of the image and their coordinates. The images themselves hold
// the newest values.
class WeakTexels {
  public:
    using Place = std::array<std::uint64_t, 7>; // image, four coordinates, sample, level
    using Texel = std::array<std::uint64_t, 4>;

    explicit WeakTexels(WeakOrder& order) : order_(order) {}

    // `newest` is what the image holds.
    [[nodiscard]] Texel load(unsigned agent, std::uint32_t kinds, const Place& place,
                             const Texel& newest);
    // The image held `before` and holds `after` now.
    void store(unsigned agent, std::uint32_t kinds, const Place& place, const Texel& before,
               const Texel& after);
    void change(unsigned agent, std::uint32_t kinds, const Place& place, const Texel& before,
                const Texel& after);

  private:
    struct Cell {
        unsigned number = 0;
        std::vector<Texel> values;
    };
    [[nodiscard]] Cell& cell_at(const Place& place, const Texel& newest);

    WeakOrder& order_;
    std::map<Place, Cell> cells_;
};

// One run of several waves in an order that a seed chooses: the same for both engines.
struct ConcurrentRun {
    explicit ConcurrentRun(std::uint64_t seed)
        : schedule(seed), order(~seed), memory(order), texels(order) {}
    ConcurrentRun(const ConcurrentRun&) = delete;
    ConcurrentRun& operator=(const ConcurrentRun&) = delete;

    Schedule schedule;
    WeakOrder order;
    WeakMemory memory;
    WeakTexels texels;
};

// Memory of a group holds this value before the first store; zeros would hide a missing one.
inline constexpr std::byte kUnsetByte{0xa5};

} // namespace jacquard
