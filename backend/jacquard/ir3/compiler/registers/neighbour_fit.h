#pragma once

#include <jacquard/ir3/compiler/registers/neighbour_groups.h>

#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

// A place for a collect over a group.
struct Alignment {
    std::uint32_t group = kNoGroup;
    std::int64_t base = 0; // slot of the collect's first component
    unsigned copies = ~0U;
};

// An alignment of two coalescing groups decides this for each component.
enum class Fit : std::uint8_t {
    in_place,
    join,  // its group is laid over the other
    share, // it takes turns with the values of its slot
    copy,
    impossible,
};

// Whether the components of collects fit where others stand already.
class NeighbourFit {
  public:
    explicit NeighbourFit(NeighbourGroups& groups) : groups_(groups) {}

    // Returns the fit of component `i`, which is a value; all of the collect's values are in
    // groups.
    [[nodiscard]] Fit of(const Node& collect, std::size_t i, const Alignment& alignment);
    // How many components need a copy; at least `limit` where it is not less, ~0 where one cannot
    // have any.
    [[nodiscard]] unsigned count_copies(const Node& collect, const Alignment& alignment,
                                        unsigned limit);

  private:
    using State = NeighbourGroups::State;
    using Slot = NeighbourGroups::Slot;
    using Group = NeighbourGroups::Group;

    // A value made at `key` may follow the values of the slot. It may not where lookups read them:
    // it would wait for each, and they would follow one another.
    bool may_follow(const Slot& slot, std::uint32_t key, const Node* maker);
    Fit copy_fit(const Node& collect, const Alignment& alignment, std::int64_t wanted);
    // The whole group of component `i` can be laid over the aligned one.
    bool can_join(const Node& collect, std::size_t i, const Alignment& alignment);

    NeighbourGroups& groups_;
};

} // namespace jacquard::ir3
