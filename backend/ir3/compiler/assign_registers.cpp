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
// values find their rows free. Two orders of laying are tried and the one with fewer rows is taken;
// where neither fits, what can stand in half registers only goes first. A copy and its source take
// one place unless that leaves fewer waves.

#include <jacquard/ir3/compiler/passes.h>
#include <jacquard/ir3/compiler/register_items.h>
#include <jacquard/ir3/compiler/register_rows.h>
#include <jacquard/ir3/occupancy.h>

#include <algorithm>
#include <array>
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

class Shelf {
  public:
    Shelf(const RegisterItems& items, ShaderStage stage, const MachineFacts& machine)
        : items_(items), stage_(stage), machine_(machine), rows_(num_rows(), items.num_positions()),
          late_rows_(num_rows(), items.has_late_reads() ? items.num_positions() : 0) {}

    Laid lay() {
        Laid best;
        Order best_order{};
        for (const Order order : {Order::by_start, Order::longest_first, Order::halves_first}) {
            if (order == Order::halves_first && best.height != kNoPlace) {
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

    // Rows are half registers; a full register is two of them. Where the files are separate the
    // half registers stand behind the full ones.
    [[nodiscard]] std::uint32_t num_full() const { return machine_.full_registers * 4; }
    [[nodiscard]] std::uint32_t num_half() const { return machine_.half_registers * 4; }

    [[nodiscard]] std::size_t num_rows() const {
        return num_full() * 2 + (machine_.merged_registers ? 0 : num_half());
    }

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

    // In order of their laying.
    [[nodiscard]] std::vector<std::uint32_t> ordered(Order which) const {
        const std::span<const RegisterItem> items = items_.items();
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < items.size(); ++i) {
            if (items[i].whole == RegisterItem::kNone) {
                order.push_back(i);
            }
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const RegisterItem& x = items[a];
            const RegisterItem& y = items[b];
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
        return order;
    }

    // Nothing when something found no place. Values stay away from late reads as long as they find
    // a place below `quiet_limit`.
    Laid lay(Order which, std::uint32_t quiet_limit) {
        rows_.clear();
        late_rows_.clear();
        Laid laid{std::vector<std::uint32_t>(items_.items().size(), 0), 0};
        for (const std::uint32_t i : ordered(which)) {
            const RegisterItem& item = items_.items()[i];
            const std::uint32_t limit = item.half ? num_half() : num_full();
            std::uint32_t number = 0;
            while (number + item.length <= limit && !fits(item, number)) {
                ++number;
            }
            if (number + item.length > limit) {
                return {};
            }
            number = away_from_late_reads(item, number, quiet_limit);
            occupy(item, number);
            laid.numbers[i] = number;
            const std::uint32_t top = (number + item.length) * (item.half ? 1 : 2);
            laid.height = std::max(laid.height, top);
        }
        return laid;
    }

    [[nodiscard]] std::uint32_t first_row(const RegisterItem& item, std::uint32_t number) const {
        if (!item.half) {
            return number * 2;
        }
        return machine_.merged_registers ? number : num_full() * 2 + number;
    }

    // Another place below the limit where nothing is overwritten too early; the given one when
    // there is none.
    std::uint32_t away_from_late_reads(const RegisterItem& item, std::uint32_t number,
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
    bool is_quiet(const RegisterItem& item, std::uint32_t number) const {
        std::uint32_t at = number;
        for (const RegisterSlot& slot : items_.slots_of(item)) {
            const std::uint32_t row = first_row(item, at++);
            for (const Lifetime& life : slot.lives) {
                if (!late_rows_.is_free(row, {life.first, life.first + 1})) {
                    return false;
                }
            }
        }
        return true;
    }

    bool fits(const RegisterItem& item, std::uint32_t number) const {
        std::uint32_t at = number;
        for (const RegisterSlot& slot : items_.slots_of(item)) {
            const std::uint32_t row = first_row(item, at++);
            for (const Lifetime& life : slot.lives) {
                if (!rows_.is_free(row, life) || (!item.half && !rows_.is_free(row + 1, life))) {
                    return false;
                }
            }
        }
        return true;
    }

    void occupy(const RegisterItem& item, std::uint32_t number) {
        std::uint32_t at = number;
        for (const RegisterSlot& slot : items_.slots_of(item)) {
            const std::uint32_t row = first_row(item, at++);
            for (const Lifetime& life : slot.lives) {
                rows_.occupy(row, life);
                if (!item.half) {
                    rows_.occupy(row + 1, life);
                }
            }
            for (const Lifetime& late : slot.late_reads) {
                late_rows_.occupy(row, late);
            }
        }
    }

    static constexpr std::uint32_t kRowsOfVec4 = 8;

    const RegisterItems& items_;
    ShaderStage stage_;
    const MachineFacts& machine_;
    // When each register is taken, and when it is read late.
    RegisterRows rows_;
    RegisterRows late_rows_;
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

bool assign_registers(Graph& graph, const MachineFacts& machine) {
    RegisterItems apart(graph);
    RegisterItems merged = apart;
    const bool is_merged = merged.merge_copies();
    merged.find_late_reads();
    Shelf shelf(merged, graph.stage, machine);
    const Laid together = shelf.lay();
    const bool is_laid = together.height != kNoPlace;
    if (is_merged && (!is_laid || shelf.waves(together.height) < machine.most_waves)) {
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
