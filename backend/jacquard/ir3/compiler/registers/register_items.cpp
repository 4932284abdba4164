#include <jacquard/ir3/compiler/graph/node_walk.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/registers/register_items.h>

#include <algorithm>
#include <iterator>
#include <span>

namespace jacquard::ir3 {

namespace {

using Life = RegisterLife;

// Stands for the value of live intervals that several values share.
constexpr std::uint32_t kMixed = ~0U;

bool is_undefined(const Node& node, unsigned component) {
    return node.kind == NodeKind::collect && node.sources()[component].kind == RegisterKind::none;
}

bool reads_late(const Timing& timing, const Node& node) {
    return node.kind == NodeKind::machine &&
           timing.write_after_read_guard(timing_class(node)) != Sync::none;
}

// The number of the value that a component is, which collects, splits and copies pass on.
std::uint32_t number_of_value(const Node* node, unsigned component) {
    while (true) {
        const Register* source = nullptr;
        if (node->kind == NodeKind::split) {
            component = node->offset;
            node = node->sources()[0].definition;
            continue;
        }
        if (node->kind == NodeKind::collect) {
            source = &node->sources()[component];
        } else if (is_whole_copy(*node)) {
            source = &node->sources()[0];
        }
        if (source == nullptr || !source->is_ssa() || source->definition->length != 1) {
            return node->index * kMaxVectorLength + component;
        }
        component = 0;
        node = source->definition;
    }
}

bool is_same(const Life& a, const Life& b) {
    return a.value == b.value && a.value != kMixed;
}

bool life_begins_before(const Life& a, const Life& b) {
    return a.first != b.first ? a.first < b.first : a.last < b.last;
}

// Makes a life part of an earlier one if they are of one value and touch, or overlap.
bool join_lives(Life& earlier, const Life& life) {
    const bool touches = life.first <= earlier.last;
    if (!touches || (!is_same(life, earlier) && life.first == earlier.last)) {
        return false;
    }
    earlier.value = is_same(life, earlier) ? life.value : kMixed;
    earlier.last = std::max(earlier.last, life.last);
    return true;
}

// Whether different values would be in the same register at a time. Both are tidy.
bool collide(std::span<const Life> one, std::span<const Life> other) {
    const bool is_shorter = one.size() < other.size();
    const std::span<const Life> shorter = is_shorter ? one : other;
    const std::span<const Life> longer = is_shorter ? other : one;
    return std::any_of(shorter.begin(), shorter.end(), [&longer](const Life& life) {
        auto next = std::upper_bound(
            longer.begin(), longer.end(), life.first,
            [](std::uint32_t position, const Life& lived) { return position < lived.last; });
        for (; next != longer.end() && next->first < life.last; ++next) {
            if (!is_same(*next, life)) {
                return true;
            }
        }
        return false;
    });
}

} // namespace

RegisterItems::RegisterItems(Graph& graph, const Liveness& liveness) : graph_(graph) {
    make_items();
    lay_out_lifetimes(liveness);
    // Backwards: what is merged later then lives around what was merged before, at the ends of its
    // lists and not in their midst.
    for (auto copy = graph_.phi_copies.rbegin(); copy != graph_.phi_copies.rend(); ++copy) {
        merge_copy(**copy);
    }
}

void RegisterItems::make_items() {
    std::uint32_t num_nodes = 0;
    for (const Block& block : graph_.blocks) {
        num_nodes += static_cast<std::uint32_t>(block.nodes.size());
    }
    item_of_.assign(num_nodes, RegisterItem::kNone);
    num_positions_ = num_nodes + 1;
    items_.reserve(graph_.groups.size() + graph_.arrays.size() + num_nodes);
    for (const RegisterGroup& group : graph_.groups) {
        add_item(group.length, group.half);
    }
    first_array_ = static_cast<std::uint32_t>(items_.size());
    for (const RegisterArray& array : graph_.arrays) {
        add_item(array.length, array.half);
    }
    const Timing& timing = timing_of(graph_.revision);
    std::uint32_t index = 0;
    for (const Block& block : graph_.blocks) {
        for (Node* node : in_order(block.nodes)) {
            node->index = index++;
            if (is_whole_copy(*node)) {
                copies_.push_back(node);
            }
            has_late_readers_ = has_late_readers_ || reads_late(timing, *node);
            if (node->dst.is_ssa()) {
                item_of_[node->index] =
                    node->group != kNoGroup ? node->group : add_item(1, node->dst.half);
            }
            // Lookups before the program find their coordinates in the first registers.
            if (node->kind == NodeKind::prefetch) {
                items_[item_of_[node->sources()[0].definition->index]].at_zero = true;
            }
            if (node->comes_first) {
                items_[item_of_[node->index]].at_zero = true;
            }
        }
    }
}

void RegisterItems::lay_out_lifetimes(const Liveness& liveness) {
    lives_.start(num_slots_, num_positions_ + liveness.num_crossings());
    PoolVector<std::uint32_t> crowded(graph_.pool()); // slots that have got a second life
    const auto live = [&](RegisterItem& item, std::uint32_t slot, Lifetime life,
                          std::uint32_t value) {
        item.start = std::min(item.start, life.first);
        slot += item.first_slot;
        const Life added{life, value};
        const std::span<Life> known = lives_[slot];
        // Mostly what goes on is the value of which the whole was made.
        if (!known.empty() && is_same(known.back(), added) && known.back().first <= life.first &&
            join_lives(known.back(), added)) {
            return;
        }
        lives_.append_to(slot, added);
        if (known.size() == 1) {
            crowded.push_back(slot);
        }
    };
    for_each_lifetime(graph_, liveness, num_positions_, [&](const Node& value, Lifetime life) {
        RegisterItem& item = items_[item_of_[value.index]];
        const std::uint32_t first_slot = value.group != kNoGroup ? value.group_slot : 0;
        for (unsigned i = 0; i < value.length; ++i) {
            if ((value.write_mask >> i & 1U) != 0 && !is_undefined(value, i) &&
                first_slot + i < item.length) {
                live(item, first_slot + i, life, number_of_value(&value, i));
            }
        }
    });
    std::uint32_t number = first_array_;
    for (const Lifetime life : find_array_lifetimes(graph_)) {
        RegisterItem& item = items_[number++];
        for (std::uint32_t slot = 0; slot < item.length && life.first < life.last; ++slot) {
            live(item, slot, life, kMixed);
        }
    }
    for (const std::uint32_t slot : crowded) {
        const std::span<Life> lives = lives_[slot];
        if (!std::is_sorted(lives.begin(), lives.end(), life_begins_before)) {
            std::sort(lives.begin(), lives.end(), life_begins_before);
        }
        join_overlaps(slot, 0, static_cast<std::uint32_t>(lives.size()));
    }
}

// Makes one of the lives that overlap among those from `first` to `end` and what they reach.
void RegisterItems::join_overlaps(std::uint32_t slot, std::uint32_t first, std::uint32_t end) {
    const std::span<Life> lives = lives_[slot];
    std::uint32_t count = first;
    std::uint32_t next = first;
    while (next < lives.size()) {
        const bool is_joined = count != first && join_lives(lives[count - 1], lives[next]);
        if (!is_joined) {
            lives[count++] = lives[next];
        }
        if (++next > end && !is_joined) {
            break; // those behind are as they were
        }
    }
    if (count != next) {
        lives_.close(slot, count, next - count);
    }
}

// Gives its lives to another slot.
void RegisterItems::move_lives(std::uint32_t from, std::uint32_t to) {
    // If few intervals come to many, finding the place of each costs less than going through all.
    constexpr std::size_t kMany = 8;
    const std::span<const Life> added = lives_of(from);
    if (added.size() * kMany < lives_.size_of(to)) {
        moved_.assign(added.begin(), added.end());
        for (const Life& life : moved_) {
            mix_lives({&life, 1}, to);
        }
    } else if (!added.empty()) {
        mix_lives(added, to);
    }
    lives_.shrink(from, 0);
}

// Only those between the first and the last that come are looked at.
void RegisterItems::mix_lives(std::span<const Life> added, std::uint32_t to) {
    const std::span<const Life> kept = lives_of(to);
    const auto begin =
        std::upper_bound(kept.begin(), kept.end(), added.front(), life_begins_before);
    const auto end = std::upper_bound(begin, kept.end(), added.back(), life_begins_before);
    const auto first = static_cast<std::uint32_t>(begin - kept.begin());
    mixed_.clear();
    std::merge(begin, end, added.begin(), added.end(), std::back_inserter(mixed_),
               life_begins_before);
    lives_.open(to, static_cast<std::uint32_t>(end - kept.begin()),
                static_cast<std::uint32_t>(added.size()));
    std::copy(mixed_.begin(), mixed_.end(), lives_[to].begin() + first);
    join_overlaps(to, first == 0 ? 0 : first - 1,
                  first + static_cast<std::uint32_t>(mixed_.size()));
}

bool RegisterItems::merge_copies() {
    bool merged = false;
    for (const Node* copy : copies_) {
        merged = merge_copy(*copy) || merged;
    }
    return merged;
}

bool RegisterItems::merge_copy(const Node& copy) {
    const Register& source = copy.sources()[0];
    return source.is_ssa() && source.half == copy.dst.half &&
           merge(place_of(copy), place_of(*source.definition));
}

// Lays the shorter of two items over the longer so that both places are one, if nothing is in
// the way.
bool RegisterItems::merge(Place one, Place other) {
    if (size_of(one.item) > size_of(other.item)) {
        std::swap(one, other);
    }
    RegisterItem& part = items_[one.item];
    RegisterItem& whole = items_[other.item];
    const std::uint32_t shift = other.slot - one.slot;
    if (one.item == other.item || part.half != whole.half || part.at_zero ||
        other.slot < one.slot || shift + part.length > whole.length) {
        return false;
    }
    for (std::uint32_t slot = 0; slot < part.length; ++slot) {
        if (collide(lives_of(part.first_slot + slot), lives_of(whole.first_slot + shift + slot))) {
            return false;
        }
    }
    for (std::uint32_t slot = 0; slot < part.length; ++slot) {
        move_lives(part.first_slot + slot, whole.first_slot + shift + slot);
    }
    whole.start = std::min(whole.start, part.start);
    part.whole = other.item;
    part.slot_of_whole = shift;
    return true;
}

std::pair<std::size_t, std::size_t> RegisterItems::size_of(std::uint32_t item) const {
    return {items_[item].length, lives_.size_of(items_[item].first_slot)};
}

void RegisterItems::find_late_reads() {
    if (!has_late_readers_) {
        return;
    }
    // The first read of each node by index, seen through splits and collects.
    PoolVector<std::uint32_t> first_read(item_of_.size(), num_positions_, graph_.pool());
    const auto read = [&first_read](const Node& reader, std::uint32_t position) {
        for_each_ssa_source(reader, [&first_read, position](const Node* source) {
            first_read[source->index] = std::min(first_read[source->index], position);
        });
    };
    // Phis of loops read what comes behind them.
    for (const Block& block : graph_.blocks) {
        for (const Node* node : block.nodes) {
            if (node->kind != NodeKind::phi) {
                break;
            }
            read(*node, node->index);
        }
    }
    const Timing& timing = timing_of(graph_.revision);
    // Backwards, so that what reads a split or collect is known before what that reads.
    for (auto block = graph_.blocks.rbegin(); block != graph_.blocks.rend(); ++block) {
        for (const Node* at : in_reverse(block->nodes)) {
            const Node& node = *at;
            if (reads_late(timing, node)) {
                // Its own result may take their place.
                add_late_reads(node, {node.index + 1, first_read[node.index]});
            }
            const bool passes = node.is_meta() && node.dst.is_ssa();
            read(node, passes ? first_read[node.index] : node.index);
        }
    }
}

void RegisterItems::add_late_reads(const Node& reader, Lifetime late) {
    if (late.first >= late.last) {
        return;
    }
    if (!has_late_reads()) {
        late_reads_.start(num_slots_, 0);
    }
    for_each_ssa_source(reader, [&](const Node* value) {
        if (!value->dst.is_ssa()) {
            return;
        }
        const Place place = place_of(*value);
        RegisterItem& item = items_[place.item];
        item.is_read_late = true;
        const std::uint32_t end = std::min(place.slot + value->length, item.length);
        for (std::uint32_t slot = place.slot; slot < end; ++slot) {
            late_reads_.append_to(item.first_slot + slot, late);
        }
    });
}

} // namespace jacquard::ir3
