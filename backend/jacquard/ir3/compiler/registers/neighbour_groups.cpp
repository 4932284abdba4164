#include <jacquard/ir3/compiler/registers/neighbour_groups.h>

#include <utility>

namespace jacquard::ir3 {

std::uint32_t NeighbourGroups::add(std::size_t length, bool half) {
    Group& group = groups_.emplace_back(pool_);
    group.slots.resize(length);
    group.half = half;
    return static_cast<std::uint32_t>(groups_.size() - 1);
}

void NeighbourGroups::enter(Node* node, std::uint32_t group, std::uint32_t slot) {
    append(groups_[group].members, node, &State::next_member);
    state(node).group = group;
    state(node).slot = slot;
}

void NeighbourGroups::put(Node* value, std::uint32_t group, std::uint32_t slot) {
    append(groups_[group].slots[slot].values, value, &State::next_value);
    enter(value, group, slot);
}

NeighbourGroups::Slot* NeighbourGroups::slot_at(std::uint32_t group, std::int64_t slot) {
    Slots& slots = groups_[group].slots;
    if (slot < 0 || slot >= static_cast<std::int64_t>(slots.size())) {
        return nullptr;
    }
    return &slots[static_cast<std::size_t>(slot)];
}

std::uint32_t NeighbourGroups::extend(std::uint32_t group, std::int64_t first, std::int64_t last) {
    Slots& slots = groups_[group].slots;
    std::uint32_t moved = 0;
    if (first < 0) {
        moved = static_cast<std::uint32_t>(-first);
        slots.insert(slots.begin(), moved, Slot());
        for_each_member(groups_[group],
                        [this, moved](const Node* member) { state(member).slot += moved; });
    }
    const auto length = static_cast<std::size_t>(last + 1 + moved);
    if (slots.size() < length) {
        slots.resize(length);
    }
    return moved;
}

std::uint32_t NeighbourGroups::join(std::uint32_t from, std::uint32_t to, std::int64_t shift) {
    Group joining = std::move(groups_[from]);
    empty(from);
    const std::uint32_t moved =
        extend(to, shift, shift + static_cast<std::int64_t>(joining.slots.size()) - 1);
    const auto offset = static_cast<std::uint32_t>(shift + moved);
    for (std::uint32_t i = 0; i < joining.slots.size(); ++i) {
        if (!joining.slots[i].is_free()) {
            groups_[to].slots[offset + i] = joining.slots[i];
        }
    }
    for_each_member(joining, [&](Node* member) { enter(member, to, offset + state(member).slot); });
    return moved;
}

void NeighbourGroups::publish(Graph& graph) {
    graph.groups.clear();
    for (const Group& group : groups_) {
        if (group.slots.size() < 2 && group.members.first == group.members.last) {
            continue;
        }
        const auto number = static_cast<std::uint32_t>(graph.groups.size());
        graph.groups.push_back({static_cast<std::uint16_t>(group.slots.size()), group.half});
        for_each_member(group, [this, number](Node* member) {
            member->group = number;
            member->group_slot = static_cast<std::uint16_t>(state(member).slot);
        });
    }
}

} // namespace jacquard::ir3
