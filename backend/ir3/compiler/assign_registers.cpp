// Gives every value its registers.
//
// Before: the blocks are in their final order, grouping has said which values are consecutive.
// After: Node::dst.number of every value and RegisterArray::number are set, and no register holds
// two values at once. When there are too few registers nothing is changed.
//
// Where it costs no further register, a value stays away from registers that an earlier instruction
// may still be reading, which would have to be waited for.
//
// Lifetimes are known exactly since nothing is inserted any more, so the registers are a shelf of
// rows, one a register and as long as the program, into which groups are laid where all of their
// values find their rows free. Two orders of laying are tried and the one with fewer rows is taken;
// where neither fits, what can stand in half registers only goes first.

#include <jacquard/ir3/compiler/lifetimes.h>
#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/passes.h>
#include <jacquard/ir3/compiler/register_rows.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kNone = ~0U;

// Something to lay into the rows: a group, a scalar or an array.
struct Item {
    bool half = false;
    std::uint32_t length = 1;
    std::uint32_t first_slot = 0;     // into slots_
    std::uint32_t start = ~0U;        // of the earliest lifetime
    std::vector<Lifetime> late_reads; // when its registers may still be read after its lifetime
    bool at_zero = false;             // must stand in r0.x
    // The item of which it became a slot.
    std::uint32_t whole = kNone;
    std::uint32_t slot_of_whole = 0;
};

class Assignment {
  public:
    Assignment(Graph& graph, const MachineFacts& machine) : graph_(graph), machine_(machine) {}

    bool run() {
        make_items();
        lay_out_lifetimes();
        merge_phi_copies();
        find_late_reads();
        rows_ = RegisterRows(num_rows(), num_positions_);
        late_rows_ = rows_;
        std::vector<std::uint32_t> best;
        std::uint32_t best_height = ~0U;
        Order best_order{};
        for (const Order order : {Order::by_start, Order::longest_first, Order::halves_first}) {
            if (order == Order::halves_first && best_height != ~0U) {
                break;
            }
            std::vector<std::uint32_t> numbers;
            const std::uint32_t height = lay(order, 0, numbers);
            if (height < best_height) {
                best_height = height;
                best_order = order;
                best = std::move(numbers);
            }
        }
        if (best_height == ~0U) {
            return false;
        }
        if (has_late_reads_) {
            // Registers are counted in fours: what is left of the last four may be used.
            const std::uint32_t limit = (best_height + 7) / 8 * 8;
            std::vector<std::uint32_t> numbers;
            if (lay(best_order, limit, numbers) <= limit) {
                best = std::move(numbers);
            }
        }
        publish(best);
        return true;
    }

  private:
    enum class Order : std::uint8_t { by_start, longest_first, halves_first };

    std::uint32_t add_item(std::uint32_t length, bool half) {
        Item item;
        item.half = half;
        item.length = length;
        item.first_slot = static_cast<std::uint32_t>(slots_.size());
        items_.push_back(std::move(item));
        slots_.resize(slots_.size() + length);
        return static_cast<std::uint32_t>(items_.size() - 1);
    }

    void make_items() {
        for (const RegisterGroup& group : graph_.groups) {
            add_item(group.length, group.half);
        }
        first_array_ = static_cast<std::uint32_t>(items_.size());
        for (const RegisterArray& array : graph_.arrays) {
            add_item(array.length, array.half);
        }
        item_of_.assign(graph_.number_nodes(), ~0U);
        num_positions_ = static_cast<std::uint32_t>(item_of_.size()) + 1;
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (node->dst.is_ssa()) {
                    item_of_[node->index] =
                        node->group != kNoGroup ? node->group : add_item(1, node->dst.half);
                }
                // Lookups before the program find their coordinates in the first registers.
                if (node->kind == NodeKind::prefetch) {
                    items_[item_of_[node->sources[0].definition->index]].at_zero = true;
                }
                if (node->comes_first) {
                    items_[item_of_[node->index]].at_zero = true;
                }
            }
        }
    }

    void live(const Node& node, std::uint32_t component, Lifetime life) {
        Item& item = items_[item_of_[node.index]];
        const std::uint32_t slot = node.group != kNoGroup ? node.group_slot + component : component;
        if (slot < item.length) {
            add_lifetime(item, slot, life);
        }
    }

    void add_lifetime(Item& item, std::uint32_t slot, Lifetime life) {
        item.start = std::min(item.start, life.first);
        std::vector<Lifetime>& lives = slots_[item.first_slot + slot];
        if (!lives.empty() && lives.back().first <= life.last && life.first <= lives.back().last) {
            lives.back().first = std::min(lives.back().first, life.first);
            lives.back().last = std::max(lives.back().last, life.last);
        } else {
            lives.push_back(life);
        }
    }

    void lay_out_lifetimes() {
        for (const auto& [node, life] : find_lifetimes(graph_, num_positions_)) {
            for (unsigned i = 0; i < node->length; ++i) {
                if ((node->write_mask >> i & 1U) != 0 && !is_undefined(*node, i)) {
                    live(*node, i, life);
                }
            }
        }
        std::uint32_t number = first_array_;
        for (const Lifetime life : find_array_lifetimes(graph_)) {
            Item& item = items_[number++];
            for (std::uint32_t slot = 0; slot < item.length && life.first < life.last; ++slot) {
                add_lifetime(item, slot, life);
            }
        }
    }

    // The copies that make phis are superfluous where the value may stand in the register of the
    // phi from the start.
    void merge_phi_copies() {
        if (graph_.phi_copies.empty()) {
            return;
        }
        for (std::vector<Lifetime>& lives : slots_) {
            tidy(lives);
        }
        for (const Node* copy : graph_.phi_copies) {
            const Register& source = copy->sources[0];
            if (source.is_ssa() && source.half == copy->dst.half) {
                merge(place_of(*copy), place_of(*source.definition));
            }
        }
    }

    // A slot of an item that is not part of another.
    struct Place {
        std::uint32_t item = 0;
        std::uint32_t slot = 0;
    };

    [[nodiscard]] Place place_of(const Node& node) const {
        Place place{item_of_[node.index], node.group != kNoGroup ? node.group_slot : 0U};
        while (items_[place.item].whole != kNone) {
            place.slot += items_[place.item].slot_of_whole;
            place.item = items_[place.item].whole;
        }
        return place;
    }

    // Lays the shorter of two items over the longer so that both places are one, if nothing is in
    // the way.
    void merge(Place one, Place other) {
        if (size_of(one.item) > size_of(other.item)) {
            std::swap(one, other);
        }
        Item& part = items_[one.item];
        Item& whole = items_[other.item];
        const std::uint32_t shift = other.slot - one.slot;
        if (one.item == other.item || part.half != whole.half || part.at_zero ||
            other.slot < one.slot || shift + part.length > whole.length) {
            return;
        }
        for (std::uint32_t slot = 0; slot < part.length; ++slot) {
            if (overlap(slots_[part.first_slot + slot], slots_[whole.first_slot + shift + slot])) {
                return;
            }
        }
        for (std::uint32_t slot = 0; slot < part.length; ++slot) {
            const std::vector<Lifetime> from = std::move(slots_[part.first_slot + slot]);
            std::vector<Lifetime>& to = slots_[whole.first_slot + shift + slot];
            const auto middle = static_cast<std::ptrdiff_t>(to.size());
            to.insert(to.end(), from.begin(), from.end());
            std::inplace_merge(to.begin(), to.begin() + middle, to.end(), begins_before);
        }
        whole.start = std::min(whole.start, part.start);
        part.whole = other.item;
        part.slot_of_whole = shift;
    }

    [[nodiscard]] std::pair<std::size_t, std::size_t> size_of(std::uint32_t item) const {
        return {items_[item].length, slots_[items_[item].first_slot].size()};
    }

    static bool begins_before(Lifetime a, Lifetime b) { return a.first < b.first; }

    // Sorts them and makes one of what overlaps.
    static void tidy(std::vector<Lifetime>& lives) {
        std::sort(lives.begin(), lives.end(), begins_before);
        std::size_t count = 0;
        for (const Lifetime life : lives) {
            if (count != 0 && life.first <= lives[count - 1].last) {
                lives[count - 1].last = std::max(lives[count - 1].last, life.last);
            } else {
                lives[count++] = life;
            }
        }
        lives.resize(count);
    }

    // Both are tidy.
    static bool overlap(const std::vector<Lifetime>& one, const std::vector<Lifetime>& other) {
        const bool is_shorter = one.size() < other.size();
        const std::vector<Lifetime>& shorter = is_shorter ? one : other;
        const std::vector<Lifetime>& longer = is_shorter ? other : one;
        return std::any_of(shorter.begin(), shorter.end(), [&longer](Lifetime life) {
            const auto next = std::lower_bound(longer.begin(), longer.end(), life, begins_before);
            return (next != longer.end() && next->first < life.last) ||
                   (next != longer.begin() && std::prev(next)->last > life.first);
        });
    }

    // Texture instructions and special functions read their sources late: until their own result is
    // waited for, nothing should overwrite them.
    void find_late_reads() {
        std::vector<std::uint32_t> first_read(item_of_.size(), ~0U);
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                for_each_ssa_source(*node, [&](const Node* source) {
                    std::uint32_t& first = first_read[source->index];
                    const bool passes =
                        node->kind == NodeKind::split || node->kind == NodeKind::collect;
                    if (!passes) {
                        first = std::min(first, node->index);
                    }
                });
            }
        }
        for (auto block = graph_.blocks.rbegin(); block != graph_.blocks.rend(); ++block) {
            for (auto at = block->nodes.rbegin(); at != block->nodes.rend(); ++at) {
                const Node* node = *at;
                if (node->is_meta() && node->dst.is_ssa()) {
                    for_each_ssa_source(*node, [&](const Node* source) {
                        first_read[source->index] =
                            std::min(first_read[source->index], first_read[node->index]);
                    });
                }
            }
        }
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (node->kind != NodeKind::machine ||
                    timing_of(*node).write_after_read_guard(timing_class(*node)) == Sync::none) {
                    continue;
                }
                const std::uint32_t until = std::min(first_read[node->index], num_positions_);
                for_each_ssa_source(*node, [&](const Node* source) {
                    if (source->dst.is_ssa()) {
                        items_[place_of(*source).item].late_reads.push_back({node->index, until});
                        has_late_reads_ = true;
                    }
                });
            }
        }
    }

    static bool is_undefined(const Node& node, unsigned component) {
        return node.kind == NodeKind::collect && node.sources[component].kind == RegisterKind::none;
    }

    // Rows are half registers; a full register is two of them. Where the files are separate the
    // half registers stand behind the full ones.
    [[nodiscard]] std::uint32_t num_full() const { return machine_.full_registers * 4; }
    [[nodiscard]] std::uint32_t num_half() const { return machine_.half_registers * 4; }

    [[nodiscard]] std::size_t num_rows() const {
        return num_full() * 2 + (machine_.merged_registers ? 0 : num_half());
    }

    // The highest row used, ~0 when something found no place. Values stay away from late reads as
    // long as they find a place below `quiet_limit`.
    std::uint32_t lay(Order which, std::uint32_t quiet_limit, std::vector<std::uint32_t>& numbers) {
        rows_.clear();
        late_rows_.clear();
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < items_.size(); ++i) {
            if (items_[i].whole == kNone) {
                order.push_back(i);
            }
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const Item& x = items_[a];
            const Item& y = items_[b];
            if (x.at_zero != y.at_zero) {
                return x.at_zero;
            }
            if (which == Order::halves_first && x.half != y.half) {
                return x.half;
            }
            if (which == Order::longest_first && x.length != y.length) {
                return x.length > y.length;
            }
            if (x.start != y.start) {
                return x.start < y.start;
            }
            return x.length > y.length;
        });
        numbers.assign(items_.size(), 0);
        std::uint32_t height = 0;
        for (const std::uint32_t i : order) {
            const Item& item = items_[i];
            const std::uint32_t limit = item.half ? num_half() : num_full();
            std::uint32_t number = 0;
            while (number + item.length <= limit && !fits(item, number)) {
                ++number;
            }
            if (number + item.length > limit) {
                return ~0U;
            }
            number = away_from_late_reads(item, number, quiet_limit);
            occupy(item, number);
            numbers[i] = number;
            const std::uint32_t top = (number + item.length) * (item.half ? 1 : 2);
            height = std::max(height, top);
        }
        return height;
    }

    [[nodiscard]] std::uint32_t first_row(const Item& item, std::uint32_t number) const {
        if (!item.half) {
            return number * 2;
        }
        return machine_.merged_registers ? number : num_full() * 2 + number;
    }

    // Another place below the limit where nothing is overwritten too early; the given one when
    // there is none.
    std::uint32_t away_from_late_reads(const Item& item, std::uint32_t number,
                                       std::uint32_t limit) const {
        if (item.at_zero) {
            return number;
        }
        const std::uint32_t end =
            item.half ? std::min(limit, num_half()) : std::min(limit / 2, num_full());
        for (std::uint32_t other = number; other + item.length <= end; ++other) {
            if ((other == number || fits(item, other)) && is_quiet(item, other)) {
                return other;
            }
        }
        return number;
    }

    // Nobody still reads the registers when the values of the item are written.
    bool is_quiet(const Item& item, std::uint32_t number) const {
        for (std::uint32_t slot = 0; slot < item.length; ++slot) {
            const std::uint32_t row = first_row(item, number + slot);
            for (const Lifetime& life : slots_[item.first_slot + slot]) {
                if (!late_rows_.is_free(row, {life.first, life.first + 1})) {
                    return false;
                }
            }
        }
        return true;
    }

    bool fits(const Item& item, std::uint32_t number) const {
        for (std::uint32_t slot = 0; slot < item.length; ++slot) {
            const std::uint32_t row = first_row(item, number + slot);
            for (const Lifetime& life : slots_[item.first_slot + slot]) {
                if (!rows_.is_free(row, life) || (!item.half && !rows_.is_free(row + 1, life))) {
                    return false;
                }
            }
        }
        return true;
    }

    void occupy(const Item& item, std::uint32_t number) {
        for (std::uint32_t slot = 0; slot < item.length; ++slot) {
            const std::uint32_t row = first_row(item, number + slot);
            for (const Lifetime& life : slots_[item.first_slot + slot]) {
                rows_.occupy(row, life);
                if (!item.half) {
                    rows_.occupy(row + 1, life);
                }
            }
            for (const Lifetime& late : item.late_reads) {
                late_rows_.occupy(row, late);
            }
        }
    }

    void publish(const std::vector<std::uint32_t>& numbers) {
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->dst.is_ssa()) {
                    const Place place = place_of(*node);
                    node->dst.number = static_cast<std::uint16_t>(numbers[place.item] + place.slot);
                }
            }
        }
        for (std::size_t i = 0; i < graph_.arrays.size(); ++i) {
            graph_.arrays[i].number = static_cast<std::uint16_t>(numbers[first_array_ + i]);
        }
    }

    Graph& graph_;
    const MachineFacts& machine_;
    std::vector<Item> items_;
    std::vector<std::vector<Lifetime>> slots_;
    std::vector<std::uint32_t> item_of_; // by node
    // When each register is taken, and when it is read late.
    RegisterRows rows_{0, 0};
    RegisterRows late_rows_{0, 0};
    std::uint32_t first_array_ = 0;
    bool has_late_reads_ = false;
    std::uint32_t num_positions_ = 1;
};

} // namespace

bool assign_registers(Graph& graph, const MachineFacts& machine) {
    return Assignment(graph, machine).run();
}

} // namespace jacquard::ir3
