#include <jacquard/ir3/compiler/registers/neighbour_fit.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

constexpr std::size_t kMaxGroupLength = 64;

} // namespace

bool NeighbourFit::may_follow(const Slot& slot, std::uint32_t key, const Node* maker) {
    if (slot.reserved) {
        return false;
    }
    bool may_follow = true;
    groups_.for_each_value(slot, [&](const Node* value) {
        const State& earlier = groups_.state(value);
        const std::uint32_t last_read = earlier.last_read;
        const bool is_there = maker == nullptr || value->block == maker->block;
        const bool is_read_before =
            last_read < key || (last_read == key && maker != nullptr && maker->index == key);
        may_follow = may_follow && is_there && is_read_before && !earlier.is_read_late;
    });
    return may_follow;
}

Fit NeighbourFit::of(const Node& collect, std::size_t i, const Alignment& alignment) {
    Node* value = collect.sources()[i].definition;
    const std::int64_t wanted = alignment.base + static_cast<std::int64_t>(i);
    const State& value_state = groups_.state(value);
    if (value_state.group == alignment.group && value_state.slot == wanted) {
        return Fit::in_place;
    }
    for (std::size_t j = 0; j < i; ++j) {
        if (collect.sources()[j].definition == value) {
            return copy_fit(collect, alignment, wanted);
        }
    }
    const Slot* slot = groups_.slot_at(alignment.group, wanted);
    if (slot == nullptr || slot->is_free()) {
        return can_join(collect, i, alignment) ? Fit::join : Fit::copy;
    }
    const bool alone = groups_[value_state.group].slots.size() == 1 && value->length == 1 &&
                       value->kind == NodeKind::machine &&
                       groups_[value_state.group].slots[0].values.has_one();
    if (alone && value_state.group != alignment.group &&
        groups_[value_state.group].half == groups_[alignment.group].half &&
        may_follow(*slot, value_state.key, value)) {
        return Fit::share;
    }
    return copy_fit(collect, alignment, wanted);
}

Fit NeighbourFit::copy_fit(const Node& collect, const Alignment& alignment, std::int64_t wanted) {
    const Slot* slot = groups_.slot_at(alignment.group, wanted);
    if (slot == nullptr || slot->is_free() || may_follow(*slot, collect.index, nullptr)) {
        return Fit::copy;
    }
    return Fit::impossible;
}

bool NeighbourFit::can_join(const Node& collect, std::size_t i, const Alignment& alignment) {
    const State& value = groups_.state(collect.sources()[i].definition);
    if (value.group == alignment.group) {
        return false;
    }
    const Group& joining = groups_[value.group];
    const Group& target = groups_[alignment.group];
    if (joining.half != target.half || joining.is_fixed) {
        return false;
    }
    const std::int64_t shift =
        alignment.base + static_cast<std::int64_t>(i) - static_cast<std::int64_t>(value.slot);
    const std::int64_t first = std::min<std::int64_t>(0, shift);
    const std::int64_t last =
        std::max<std::int64_t>(static_cast<std::int64_t>(target.slots.size()),
                               shift + static_cast<std::int64_t>(joining.slots.size()));
    if (last - first > static_cast<std::int64_t>(kMaxGroupLength)) {
        return false;
    }
    for (std::size_t at = 0; at < joining.slots.size(); ++at) {
        const std::int64_t slot_number = shift + static_cast<std::int64_t>(at);
        const Slot* slot = groups_.slot_at(alignment.group, slot_number);
        if (joining.slots[at].is_free()) {
            continue;
        }
        if (slot != nullptr && !slot->is_free()) {
            return false;
        }
        // Places that other components of the collect will want.
        const std::int64_t component = slot_number - alignment.base;
        if (component >= 0 && component < static_cast<std::int64_t>(collect.sources().size()) &&
            component != static_cast<std::int64_t>(i)) {
            const Register& other = collect.sources()[static_cast<std::size_t>(component)];
            const NeighbourGroups::NodeList& values = joining.slots[at].values;
            if (other.is_ssa() && (!values.has_one() || values.first != other.definition)) {
                return false;
            }
        }
    }
    return true;
}

unsigned NeighbourFit::count_copies(const Node& collect, const Alignment& alignment,
                                    unsigned limit) {
    unsigned copies = 0;
    for (std::size_t i = 0; i < collect.sources().size() && copies < limit; ++i) {
        if (!collect.sources()[i].is_ssa()) {
            continue;
        }
        switch (of(collect, i, alignment)) {
        case Fit::in_place:
        case Fit::join:
        case Fit::share: break;
        case Fit::copy: ++copies; break;
        case Fit::impossible: return ~0U;
        }
    }
    return copies;
}

} // namespace jacquard::ir3
