// Gives every value its registers.
//
// Before: the blocks are in their final order, grouping has said which values are consecutive.
// After: Node::dst.number of every value and RegisterArray::number are set, and no register holds
// two values at once. When there are too few registers nothing is changed.
//
// Where no fewer waves run for it, a value stays away from registers that an earlier instruction
// may still be reading, which would have to be waited for.
//
// Lifetimes are known exactly since nothing is inserted any more, so the registers are a shelf of
// rows, one a register and as long as the program, into which items are laid where all of their
// values find their rows free; the columns, the registers taken at a position, tell all such places
// at once. Two orders of laying are tried and the one with fewer rows is taken;
// where neither fits, what can stand in half registers only goes first. A copy and its source take
// one place unless that leaves fewer waves.

#include <jacquard/ir3/compiler/passes.h>
#include <jacquard/ir3/compiler/register_items.h>
#include <jacquard/ir3/compiler/taken_registers.h>
#include <jacquard/ir3/occupancy.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kNoPlace = ~0U;

// The registers of the items, by their number, and the rows up to the highest in use.
struct Laid {
    std::vector<std::uint32_t> numbers;
    std::uint32_t height = kNoPlace;
};

// Registers of both files at each position of the program. Where the files lie over each other a
// full register and the two halves in it are taken together.
class TakenFiles {
  public:
    TakenFiles(const RegisterItems& items, bool merged)
        : full_(items.num_positions()), half_(items.has_halves() ? items.num_positions() : 0),
          has_halves_(items.has_halves()), merged_(merged) {}

    void clear() {
        full_.clear();
        half_.clear();
    }

    void find(bool half, Lifetime life, RegisterSet& taken) const {
        (half ? half_ : full_).find(life, taken);
    }

    void take(bool half, std::uint32_t number, Lifetime life) {
        (half ? half_ : full_).take(number, life);
        if (!merged_ || !has_halves_) {
            return;
        }
        if (half) {
            full_.take(number / 2, life);
        } else if (number * 2 < RegisterSet::kMost) { // others have no halves of their own
            half_.take(number * 2, life);
            half_.take(number * 2 + 1, life);
        }
    }

  private:
    TakenRegisters full_;
    TakenRegisters half_;
    bool has_halves_;
    bool merged_;
};

class Shelf {
  public:
    Shelf(const RegisterItems& items, ShaderStage stage, const MachineFacts& machine)
        : items_(items), stage_(stage), machine_(machine), taken_(items, machine.merged_registers) {
        if (items.has_late_reads()) {
            read_late_.emplace(items, machine.merged_registers);
        }
    }

    Laid lay() {
        Laid best;
        Order best_order{};
        const std::uint32_t least = least_height();
        for (const Order order : {Order::by_start, Order::longest_first, Order::halves_first}) {
            if (best.height <= least || (order == Order::halves_first && best.height != kNoPlace)) {
                break;
            }
            Laid laid = lay(order, 0);
            if (laid.height < best.height) {
                best = std::move(laid);
                best_order = order;
            }
        }
        if (best.height != kNoPlace && items_.has_late_reads()) {
            const std::uint32_t limit = free_height(best.height);
            Laid quiet = lay(best_order, limit);
            if (quiet.height <= limit) {
                best = std::move(quiet);
            }
        }
        return best;
    }

    [[nodiscard]] std::uint32_t waves(std::uint32_t height) const {
        return waves_at_a_time(num_registers(height), 0, stage_, machine_);
    }

  private:
    enum class Order : std::uint8_t { by_start, longest_first, halves_first };

    // Rows are half registers; a full register is two of them.
    [[nodiscard]] std::uint32_t num_full() const { return machine_.full_registers * 4; }
    [[nodiscard]] std::uint32_t num_half() const { return machine_.half_registers * 4; }

    // Registers are counted in fours.
    [[nodiscard]] static std::uint32_t num_registers(std::uint32_t height) {
        return std::max((height + kRowsOfVec4 - 1) / kRowsOfVec4, 1U);
    }

    // The rows that a program of this height may use and no fewer waves of it run at a time.
    [[nodiscard]] std::uint32_t free_height(std::uint32_t height) const {
        std::uint32_t registers = num_registers(height);
        const std::uint32_t wanted = waves(height);
        while (registers < machine_.full_registers &&
               waves((registers + 1) * kRowsOfVec4) == wanted) {
            ++registers;
        }
        return registers * kRowsOfVec4;
    }

    // Rows that are taken where most are: no order needs fewer.
    [[nodiscard]] std::uint32_t least_height() const {
        RowChanges full(items_.num_positions() + 1, 0);
        RowChanges half(items_.has_halves() ? full.size() : 0, 0);
        for (const RegisterItem& item : items_.items()) {
            if (item.whole != RegisterItem::kNone) {
                continue;
            }
            const bool apart = item.half && !machine_.merged_registers;
            RowChanges& rows = apart ? half : full;
            const std::int32_t height = item.half ? 1 : 2;
            for (std::uint32_t i = 0; i < item.length; ++i) {
                for (const Lifetime& life : items_.lives_of(item.first_slot + i)) {
                    rows[life.first] += height;
                    rows[life.last] -= height;
                }
            }
        }
        return std::max(most_at_once(full), most_at_once(half));
    }

    using RowChanges = std::vector<std::int32_t>; // at each position

    static std::uint32_t most_at_once(const RowChanges& changes) {
        std::int32_t most = 0;
        std::int32_t now = 0;
        for (const std::int32_t change : changes) {
            now += change;
            most = std::max(most, now);
        }
        return static_cast<std::uint32_t>(most);
    }

    // Before another of a greater key, or of the same and a greater number.
    struct Turn {
        std::uint64_t key;
        std::uint32_t item;

        friend bool operator<(const Turn& a, const Turn& b) {
            return a.key != b.key ? a.key < b.key : a.item < b.item;
        }
    };

    [[nodiscard]] static std::uint64_t key_of(const RegisterItem& item, Order which) {
        constexpr std::uint64_t kLongest = 0x7fff;
        const std::uint64_t shortness = kLongest - std::min<std::uint64_t>(item.length, kLongest);
        std::uint64_t key = item.at_zero ? 0 : 1;
        key = key << 1 | (which == Order::halves_first && !item.half ? 1 : 0);
        key = key << 15 | (which == Order::longest_first ? shortness : 0);
        key = key << 32 | item.start;
        return key << 15 | shortness;
    }

    // In order of their laying.
    [[nodiscard]] std::span<const Turn> order_by(Order which) {
        if (!turns_.empty() && turns_are_ == which) {
            return turns_;
        }
        const std::span<const RegisterItem> items = items_.items();
        turns_.clear();
        turns_.reserve(items.size());
        for (std::uint32_t i = 0; i < items.size(); ++i) {
            if (items[i].whole == RegisterItem::kNone) {
                turns_.push_back({key_of(items[i], which), i});
            }
        }
        if (which == Order::by_start) {
            sort_by_start();
        } else {
            std::sort(turns_.begin(), turns_.end());
        }
        turns_are_ = which;
        return turns_;
    }

    // Few items begin at one place, so little is left to sort when they are counted by that.
    void sort_by_start() {
        const auto place_of = [this](const Turn& turn) {
            const RegisterItem& item = items_.items()[turn.item];
            return item.at_zero ? 0 : std::min(item.start, items_.num_positions()) + 1;
        };
        std::vector<std::uint32_t> ends(items_.num_positions() + std::size_t{2}, 0);
        for (const Turn& turn : turns_) {
            ++ends[place_of(turn)];
        }
        std::uint32_t end = 0;
        for (std::uint32_t& count : ends) {
            end += count;
            count = end;
        }
        std::vector<Turn> sorted(turns_.size());
        for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) {
            sorted[--ends[place_of(*turn)]] = *turn;
        }
        turns_.swap(sorted);
        for (std::size_t place = 0; place < ends.size(); ++place) {
            const std::size_t last = place + 1 < ends.size() ? ends[place + 1] : turns_.size();
            if (last - ends[place] > 1) {
                const auto first = turns_.begin() + static_cast<std::ptrdiff_t>(ends[place]);
                std::sort(first, turns_.begin() + static_cast<std::ptrdiff_t>(last));
            }
        }
    }

    // Nothing when something found no place. Values stay away from late reads as long as they find
    // a place below `quiet_limit`.
    Laid lay(Order which, std::uint32_t quiet_limit) {
        taken_.clear();
        if (quiet_limit != 0) {
            read_late_->clear();
        }
        Laid laid{std::vector<std::uint32_t>(items_.items().size(), 0), 0};
        for (const Turn& turn : order_by(which)) {
            const RegisterItem& item = items_.items()[turn.item];
            RegisterSet blocked = beginnings_where_taken(item);
            std::uint32_t number = blocked.first_absent(0);
            if (number + item.length > (item.half ? num_half() : num_full())) {
                return {};
            }
            if (quiet_limit != 0 && !item.at_zero) {
                number = away_from_late_reads(item, number, quiet_limit, blocked);
            }
            occupy(item, number, quiet_limit != 0);
            laid.numbers[turn.item] = number;
            const std::uint32_t top = (number + item.length) * (item.half ? 1 : 2);
            laid.height = std::max(laid.height, top);
        }
        return laid;
    }

    // The registers at which the item cannot begin: where one of its slots would be taken.
    [[nodiscard]] RegisterSet beginnings_where_taken(const RegisterItem& item) const {
        RegisterSet blocked;
        for (const Lifetime& life : items_.lives_of(item.first_slot)) {
            taken_.find(item.half, life, blocked);
        }
        for (std::uint32_t i = 1; i < item.length; ++i) {
            RegisterSet taken;
            for (const Lifetime& life : items_.lives_of(item.first_slot + i)) {
                taken_.find(item.half, life, taken);
            }
            blocked.join_moved(taken, i);
        }
        return blocked;
    }

    // Another place below the limit where nobody still reads the registers when the values of the
    // item are written; the given one when there is none.
    std::uint32_t away_from_late_reads(const RegisterItem& item, std::uint32_t number,
                                       std::uint32_t limit, RegisterSet blocked) const {
        const auto find_read = [&](std::uint32_t slot, RegisterSet& read) {
            for (const Lifetime& life : items_.lives_of(slot)) {
                read_late_->find(item.half, {life.first, life.first + 1}, read);
            }
        };
        find_read(item.first_slot, blocked);
        for (std::uint32_t i = 1; i < item.length; ++i) {
            RegisterSet read;
            find_read(item.first_slot + i, read);
            blocked.join_moved(read, i);
        }
        const std::uint32_t end =
            item.half ? std::min(limit, num_half()) : std::min(limit / 2, num_full());
        const std::uint32_t other = blocked.first_absent(number);
        return other + item.length <= end ? other : number;
    }

    void occupy(const RegisterItem& item, std::uint32_t number, bool is_quiet) {
        for (std::uint32_t i = 0; i < item.length; ++i) {
            for (const Lifetime& life : items_.lives_of(item.first_slot + i)) {
                taken_.take(item.half, number + i, life);
            }
            if (!is_quiet) {
                continue;
            }
            for (const Lifetime& late : items_.late_reads_of(item.first_slot + i)) {
                read_late_->take(item.half, number + i, late);
            }
        }
    }

    static constexpr std::uint32_t kRowsOfVec4 = 8;

    const RegisterItems& items_;
    ShaderStage stage_;
    const MachineFacts& machine_;
    TakenFiles taken_;
    std::optional<TakenFiles> read_late_; // where anything is read late
    std::vector<Turn> turns_;             // the last order that was asked for
    Order turns_are_{};
};

void publish(const RegisterItems& items, const Laid& laid, Graph& graph) {
    for (Block& block : graph.blocks) {
        for (Node* node : block.nodes) {
            if (node->dst.is_ssa()) {
                const RegisterItems::Place place = items.place_of(*node);
                node->dst.number =
                    static_cast<std::uint16_t>(laid.numbers[place.item] + place.slot);
            }
        }
    }
    for (std::size_t i = 0; i < graph.arrays.size(); ++i) {
        graph.arrays[i].number = static_cast<std::uint16_t>(laid.numbers[items.first_array() + i]);
    }
}

} // namespace

bool assign_registers(Graph& graph, const Liveness& liveness, const MachineFacts& machine) {
    RegisterItems merged(graph, liveness);
    const bool is_merged = merged.merge_copies();
    merged.find_late_reads();
    Shelf shelf(merged, graph.stage, machine);
    const Laid together = shelf.lay();
    const bool is_laid = together.height != kNoPlace;
    if (is_merged && (!is_laid || shelf.waves(together.height) < machine.most_waves)) {
        RegisterItems apart(graph, liveness);
        apart.find_late_reads();
        const Laid laid = Shelf(apart, graph.stage, machine).lay();
        if (laid.height != kNoPlace &&
            (!is_laid || shelf.waves(laid.height) > shelf.waves(together.height))) {
            publish(apart, laid, graph);
            return true;
        }
    }
    if (is_laid) {
        publish(merged, together, graph);
    }
    return is_laid;
}

} // namespace jacquard::ir3
