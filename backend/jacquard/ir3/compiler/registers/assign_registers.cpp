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

#include <jacquard/ir3/compiler/graph/node_walk.h>
#include <jacquard/ir3/compiler/registers/late_reads.h>
#include <jacquard/ir3/compiler/registers/laying_order.h>
#include <jacquard/ir3/compiler/registers/passes.h>
#include <jacquard/ir3/compiler/registers/register_items.h>
#include <jacquard/ir3/compiler/registers/rows_taken.h>
#include <jacquard/ir3/compiler/registers/taken_registers.h>
#include <jacquard/ir3/target/occupancy.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kNoPlace = ~0U;
constexpr std::uint32_t kEnd = ~0U; // behind all positions

// The registers of the items, by their number, and the rows up to the highest in use.
struct Laid {
    explicit Laid(MemoryPool& pool) : numbers(pool) {}

    PoolVector<std::uint32_t> numbers;
    std::uint32_t height = kNoPlace;
    std::uint32_t least_height = kNoPlace; // that was enough; higher ones run as many waves
};

// Keeps something for each register of both files and each position of the program. In merged files
// a full register and the two halves in it are taken together.
template <typename Registers>
class BothFiles {
  public:
    BothFiles(const RegisterItems& items, bool merged)
        : full_(items.num_positions(), items.pool()),
          half_(items.has_halves() ? items.num_positions() : 0, items.pool()),
          is_merged_(merged && items.has_halves()) {}

    void clear() {
        full_.clear();
        half_.clear();
    }

    void advance(std::uint32_t position) {
        full_.advance(position);
        half_.advance(position);
    }

    [[nodiscard]] Registers& of(bool half) { return half ? half_ : full_; }

    void take(bool half, std::uint32_t number, Lifetime life) {
        of(half).take(number, life);
        for_each_over(half, number, [life](Registers& registers, std::uint32_t over) {
            registers.take(over, life);
        });
    }
    // As Registers::take_first_free().
    template <typename Avoided>
    std::uint32_t take_first_free(bool half, Lifetime life, std::uint32_t end, Avoided&& avoided) {
        const std::uint32_t number =
            of(half).take_first_free(life, end, std::forward<Avoided>(avoided));
        if (number < end) {
            for_each_over(half, number, [life](Registers& registers, std::uint32_t over) {
                registers.take_now(over, life.last);
            });
        }
        return number;
    }

  private:
    // Calls visit(Registers&, std::uint32_t number) for what lies over a register.
    template <typename Visit>
    void for_each_over(bool half, std::uint32_t number, Visit&& visit) {
        if (!is_merged_) {
            return;
        }
        if (half) {
            visit(full_, number / 2);
        } else if (number * 2 < kMostRegisters) { // others have no halves of their own
            visit(half_, number * 2);
            visit(half_, number * 2 + 1);
        }
    }

    Registers full_;
    Registers half_;
    bool is_merged_;
};

// Registers are counted in fours.
std::uint32_t num_registers(std::uint32_t height) {
    return std::max((height + kRowsOfVec4 - 1) / kRowsOfVec4, 1U);
}

// Lanes that run at a time where so many rows are used.
std::uint32_t lanes_at(std::uint32_t height, ShaderStage stage, const MachineFacts& machine) {
    WaveNeeds needs;
    needs.stage = stage;
    needs.full_registers = num_registers(height);
    return occupancy_of(needs, machine).lanes_at_a_time();
}

class Shelf {
  public:
    Shelf(const RegisterItems& items, ShaderStage stage, const MachineFacts& machine)
        : items_(items), stage_(stage), machine_(machine), order_(items),
          taken_(items, machine.merged_registers) {
        if (items.has_late_reads()) {
            read_late_.emplace(items, machine.merged_registers);
        }
    }

    // Rows that are taken at once in front of a position.
    [[nodiscard]] RowsTaken rows_before(std::uint32_t end) const {
        return count_rows(items_, order_.by_start(), machine_, end);
    }

    Laid lay(const RowsTaken& taken) {
        Laid best(items_.pool());
        Order best_order{};
        for (const Order order : {Order::by_start, Order::longest_first, Order::halves_first}) {
            if (best.height <= taken.least_height() ||
                (order == Order::halves_first && best.height != kNoPlace)) {
                break;
            }
            Laid laid = lay<false>(order, best.height - 1);
            if (laid.height != kNoPlace) {
                best = std::move(laid);
                best.least_height = best.height;
                best_order = order;
            }
        }
        if (best.height != kNoPlace && items_.has_late_reads()) {
            Laid quiet = lay<true>(best_order, free_height(best.height));
            if (quiet.height != kNoPlace) {
                quiet.least_height = best.height;
                best = std::move(quiet);
            }
        }
        return best;
    }

  private:
    using Order = LayingOrder::Kind;

    // Rows are half registers; a full register is two of them.
    [[nodiscard]] std::uint32_t num_full() const { return machine_.full_registers * 4; }
    [[nodiscard]] std::uint32_t num_half() const { return machine_.half_registers * 4; }

    // The rows that a program of this height may use and no fewer waves of it run at a time.
    [[nodiscard]] std::uint32_t free_height(std::uint32_t height) const {
        std::uint32_t registers = num_registers(height);
        const std::uint32_t wanted = lanes_at(height, stage_, machine_);
        while (registers < machine_.full_registers &&
               lanes_at((registers + 1) * kRowsOfVec4, stage_, machine_) == wanted) {
            ++registers;
        }
        return registers * kRowsOfVec4;
    }

    // Finds no colouring when an item found no place, or not all items fit below `most_rows`. In
    // the quiet form, values avoid write-after-read hazards with late reads where another place is
    // free.
    template <bool is_quiet>
    Laid lay(Order which, std::uint32_t most_rows) {
        taken_.clear();
        if (is_quiet) {
            read_late_->clear();
        }
        const std::uint32_t full_end = std::min(most_rows / 2, num_full());
        const std::uint32_t half_end = std::min(most_rows, num_half());
        Laid laid(items_.pool());
        laid.numbers.assign(items_.items().size(), 0);
        std::uint32_t height = 0;
        for (const Turn& turn : order_.turns(which)) {
            if (turn.goes_forward) {
                taken_.advance(turn.life.first);
            }
            const std::uint32_t end = turn.half ? half_end : full_end;
            const std::uint32_t length = turn.is_single ? 1 : items_.items()[turn.item].length;
            const std::uint32_t number = turn.is_single ? place_single<is_quiet>(turn, end)
                                                        : place_item(turn, end, is_quiet);
            if (number + length > end) {
                return Laid(items_.pool());
            }
            laid.numbers[turn.item] = number;
            height = std::max(height, (number + length) * (turn.half ? 1 : 2));
        }
        laid.height = height;
        return laid;
    }

    // The register that was given; one too high where none was found.
    template <bool is_quiet>
    std::uint32_t place_single(const Turn& turn, std::uint32_t end) {
        const auto place = [&](auto&& avoided) {
            return taken_.take_first_free(turn.half, turn.life, end, avoided);
        };
        const auto anywhere = [](std::uint32_t) { return RegisterBits{0}; };
        if (!is_quiet) {
            return place(anywhere);
        }
        const LateReads& late = read_late_->of(turn.half);
        std::uint32_t number =
            place([&](std::uint32_t bank) { return late.find(bank, turn.life.first); });
        if (number >= end) {
            number = place(anywhere);
        }
        if (turn.is_read_late && number < end) {
            read_late(items_.items()[turn.item].first_slot, turn.half, number);
        }
        return number;
    }

    std::uint32_t place_item(const Turn& turn, std::uint32_t end, bool is_quiet) {
        const RegisterItem& item = items_.items()[turn.item];
        std::uint32_t number = find_place(item, is_quiet && !item.at_zero);
        if (number + item.length > end && is_quiet) {
            number = find_place(item, false);
        }
        if (number + item.length <= end) {
            occupy(item, number, is_quiet);
        }
        return number;
    }

    // The first register from which on all slots of an item are free and, if it is to be quiet,
    // nobody still reads the registers when the values of the item are written.
    [[nodiscard]] std::uint32_t find_place(const RegisterItem& item, bool is_quiet) {
        TakenRegisters& taken = taken_.of(item.half);
        for (std::uint32_t bank = 0; bank < kMostBanks; ++bank) {
            RegisterBits blocked =
                beginnings_blocked(item, bank, [&taken](std::uint32_t there, Lifetime life) {
                    return taken.find(there, life);
                });
            if (is_quiet) {
                const LateReads& late = read_late_->of(item.half);
                blocked |=
                    beginnings_blocked(item, bank, [&late](std::uint32_t there, Lifetime life) {
                        return late.find(there, life.first);
                    });
            }
            if (~blocked != 0) {
                return bank * kBankSize + first_of(~blocked);
            }
        }
        return kMostRegisters;
    }

    // The registers of a bank at which the item cannot begin, as one of its slots would lie where
    // find(bank, life) says that a life of it may not.
    template <typename Find>
    [[nodiscard]] RegisterBits beginnings_blocked(const RegisterItem& item, std::uint32_t bank,
                                                  Find&& find) const {
        RegisterBits blocked = 0;
        for (std::uint32_t i = 0; i < item.length; ++i) {
            for (const Lifetime life : items_.lives_of(item.first_slot + i)) {
                blocked |=
                    those_before(bank, i, [&](std::uint32_t there) { return find(there, life); });
            }
        }
        return blocked;
    }

    void occupy(const RegisterItem& item, std::uint32_t number, bool is_quiet) {
        for (std::uint32_t i = 0; i < item.length; ++i) {
            for (const Lifetime& life : items_.lives_of(item.first_slot + i)) {
                taken_.take(item.half, number + i, life);
            }
            if (is_quiet && item.is_read_late) {
                read_late(item.first_slot + i, item.half, number + i);
            }
        }
    }

    void read_late(std::uint32_t slot, bool half, std::uint32_t number) {
        for (const Lifetime& late : items_.late_reads_of(slot)) {
            read_late_->take(half, number, late);
        }
    }

    const RegisterItems& items_;
    ShaderStage stage_;
    const MachineFacts& machine_;
    LayingOrder order_;
    BothFiles<TakenRegisters> taken_;
    std::optional<BothFiles<LateReads>> read_late_; // where anything is read late
};

void publish(const RegisterItems& items, const Laid& laid, Graph& graph) {
    for (Block& block : graph.blocks) {
        for (Node* node : in_order(block.nodes)) {
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

// The position of the first node behind it.
std::uint32_t end_of_preamble(const Graph& graph) {
    return graph.has_preamble ? static_cast<std::uint32_t>(graph.blocks.front().nodes.size()) : 0U;
}

} // namespace

Assignment assign_registers(Graph& graph, const Liveness& liveness, const MachineFacts& machine) {
    RegisterItems merged(graph, liveness);
    const bool is_merged = merged.merge_copies();
    merged.find_late_reads();
    Laid together(graph.pool());
    {
        Shelf shelf(merged, graph.stage, machine);
        const RowsTaken rows = shelf.rows_before(kEnd);
        if (const std::uint32_t beyond = rows.beyond(machine); beyond != 0) {
            return {false, beyond, shelf.rows_before(end_of_preamble(graph)).beyond(machine)};
        }
        together = shelf.lay(rows);
    }
    const auto lanes_of = [&](const Laid& laid) {
        return lanes_at(laid.height, graph.stage, machine);
    };
    const bool is_laid = together.height != kNoPlace;
    if (is_merged && (!is_laid || lanes_of(together) < lanes_at(0, graph.stage, machine))) {
        merged.forget_lives();
        RegisterItems apart(graph, liveness);
        apart.find_late_reads();
        Shelf shelf(apart, graph.stage, machine);
        const Laid laid = shelf.lay(shelf.rows_before(kEnd));
        if (laid.height != kNoPlace && (!is_laid || lanes_of(laid) > lanes_of(together))) {
            publish(apart, laid, graph);
            return {true, 0, 0, num_registers(laid.least_height)};
        }
    }
    if (is_laid) {
        publish(merged, together, graph);
    }
    return {is_laid, 0, 0, is_laid ? num_registers(together.least_height) : 0};
}

} // namespace jacquard::ir3
