#pragma once

#include <jacquard/ir3/compiler/registers/register_items.h>

#include <cstdint>
#include <span>

namespace jacquard::ir3 {

// An item whose turn it is to be laid.
struct Turn {
    std::uint32_t item = 0;
    Lifetime life; // that of what is single; of others only the beginning of the first is said
    bool half = false;
    bool goes_forward = false; // nothing that has its turn later begins earlier
    bool is_single = false;    // it goes forward and is in one register at one time
    bool is_read_late = false; // after its lives
};

// The items that are no part of another in the order of their laying.
class LayingOrder {
  public:
    enum class Kind : std::uint8_t { by_start, longest_first, halves_first };

    explicit LayingOrder(const RegisterItems& items);

    [[nodiscard]] std::span<const Turn> by_start() const { return by_start_; }
    // Valid until the next call.
    [[nodiscard]] std::span<const Turn> turns(Kind kind);

  private:
    [[nodiscard]] Turn turn_of(std::uint32_t number) const;
    [[nodiscard]] bool is_longer(const Turn& a, const Turn& b) const;
    void sort_by_start();
    void sort_by_length(std::span<Turn> turns) const;
    void put_longest_first();
    void put_halves_first();

    const RegisterItems& items_;
    PoolVector<Turn> by_start_{items_.pool()};
    PoolVector<Turn> turns_{items_.pool()}; // in the other order that was asked for last
    Kind kind_ = Kind::by_start;
};

} // namespace jacquard::ir3
