// Follows every value through the registers.
//
// This knows nothing of lifetimes: it remembers which value each half of a register holds after
// each instruction, as far as that is the same on all paths, and looks there whenever an
// instruction reads. Collects and splits are no instructions, and copies change nothing, so that a
// value keeps the name of whatever made it. A phi takes over the register in which each predecessor
// leaves its value.
//
// What blocks know of each other only ever gets less, so a finding of an early round is one of the
// last round, too, and the first one ends the search.

#include <jacquard/ir3/compiler/graph/describe.h>
#include <jacquard/ir3/compiler/graph/lifetimes.h>
#include <jacquard/ir3/compiler/graph/node_walk.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/registers/check_registers.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace jacquard::ir3 {

namespace {

// Component `component` of what a node makes; which half of it is added for full registers.
using Value = std::uint32_t;

constexpr Value kUnknown = ~0U;
constexpr Value kFirstArray = 0xf0000000;

constexpr Value value_of(const Node& node, unsigned component, unsigned half) {
    return (node.index * kMaxVectorLength + component) * 2 + half;
}

std::string quoted_instruction(const Graph& graph, const Node& node) {
    return '\'' + describe_instruction(graph, node) + '\'';
}

std::string name_of_register(std::uint32_t number, bool half) {
    return to_string(RegisterLocation{static_cast<std::uint16_t>(number), half});
}

// Components of the destination that hold something, at least one.
unsigned num_components(const Node& node) {
    return std::max(static_cast<unsigned>(std::bit_width(node.write_mask)), 1U + node.repeat);
}

bool writes_component(const Node& node, unsigned component) {
    return (node.write_mask >> component & 1U) != 0 || (component != 0 && component <= node.repeat);
}

// The check's knowledge of all registers at one place of the program.
struct Contents {
    enum ArrayState : std::uint8_t { written = 1, overwritten = 2 };

    std::vector<Value> rows;                 // by half register
    std::vector<std::uint8_t> elements;      // by element of all arrays: what some path did
    std::array<const Node*, 4> predicates{}; // null: unknown
    const Node* address = nullptr;
    bool visited = false;

    // Keeps what both agree on.
    void meet(const Contents& other) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i] = rows[i] == other.rows[i] ? rows[i] : kUnknown;
        }
        for (std::size_t i = 0; i < elements.size(); ++i) {
            elements[i] |= other.elements[i];
        }
        for (std::size_t i = 0; i < predicates.size(); ++i) {
            predicates[i] = predicates[i] == other.predicates[i] ? predicates[i] : nullptr;
        }
        address = address == other.address ? address : nullptr;
    }

    friend bool operator==(const Contents&, const Contents&) = default;
};

class Follower {
  public:
    Follower(const Graph& graph, const MachineFacts& machine) : graph_(graph), machine_(machine) {}

    std::optional<std::string> run() {
        prepare();
        if (!enter_program()) {
            return std::move(fault_);
        }
        std::vector<Contents> entries(graph_.blocks.size());
        for (bool again = true; again;) {
            again = false;
            for (const Block& block : graph_.blocks) {
                Contents entry = meet_predecessors(block);
                if (!entry.visited || entry == entries[block.index]) {
                    continue;
                }
                entries[block.index] = entry;
                now_ = std::move(entry);
                if (!walk(block) || !leave(block)) {
                    return std::move(fault_);
                }
                exits_[block.index] = now_;
                again = again || goes_back(block);
            }
        }
        return std::nullopt;
    }

  private:
    void prepare() {
        std::size_t num_rows = 1;
        const auto use = [&](std::uint32_t number, std::uint32_t count, bool half) {
            num_rows = std::max<std::size_t>(num_rows, row(number + count - 1, half) + 2);
        };
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (node->dst.is_ssa()) {
                    use(node->dst.number, num_components(*node), node->dst.half);
                }
            }
        }
        std::uint32_t num_elements = 0;
        for (const RegisterArray& array : graph_.arrays) {
            first_elements_.push_back(num_elements);
            num_elements += array.length;
            use(array.number, std::max<std::uint32_t>(array.length, 1), array.half);
        }
        start_.rows.assign(num_rows, kUnknown);
        start_.elements.assign(num_elements, 0);
        start_.visited = true;
        exits_.resize(graph_.blocks.size());
        names_.resize(graph_.blocks.empty() ? 0 : count_nodes());
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                names_[node->index] = node;
            }
        }
    }

    [[nodiscard]] std::size_t count_nodes() const {
        std::size_t count = 0;
        for (const Block& block : graph_.blocks) {
            count += block.nodes.size();
        }
        return count;
    }

    [[nodiscard]] std::size_t row(std::size_t number, bool half) const {
        if (!half) {
            return number * 2;
        }
        return machine_.merged_registers ? number : machine_.full_registers * 8U + number;
    }

    // Calls visit(row, half of the value) for a component.
    template <typename Visit>
    void for_each_row(std::size_t number, bool half, Visit&& visit) const {
        const std::size_t first = row(number, half);
        visit(first, 0U);
        if (!half) {
            visit(first + 1, 1U);
        }
    }

    // Enters the values that inputs and lookups put into registers before the first instruction.
    bool enter_program() {
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (!is_there_before(*node)) {
                    continue;
                }
                for (unsigned i = 0; i < node->length; ++i) {
                    if ((node->write_mask >> i & 1U) != 0 && !enter(*node, i)) {
                        return false;
                    }
                }
                if (node->kind == NodeKind::prefetch &&
                    node->sources()[0].definition->dst.number != 0) {
                    fault_ = quoted_instruction(graph_, *node) + " finds its coordinates in " +
                             name_of_register(0, false) + ", and they are elsewhere";
                    return false;
                }
            }
        }
        return true;
    }

    bool enter(const Node& node, unsigned component) {
        bool free = true;
        for_each_row(node.dst.number + component, node.dst.half,
                     [&](std::size_t at, unsigned half) {
                         if (start_.rows[at] != kUnknown) {
                             free = false;
                             fault_ = quoted_instruction(graph_, node) + " begins in " +
                                      name_of_register(node.dst.number + component, node.dst.half) +
                                      ", which " + holder(start_.rows[at]);
                         }
                         start_.rows[at] = value_of(node, component, half);
                     });
        return free;
    }

    [[nodiscard]] Contents meet_predecessors(const Block& block) const {
        Contents entry;
        const auto meet = [&entry](const Contents& from) {
            if (!from.visited) {
                return;
            }
            if (entry.visited) {
                entry.meet(from);
            } else {
                entry = from;
            }
        };
        // Waves that find the preamble done begin behind it.
        if (block.index == 0 || (graph_.has_preamble && block.index == 1)) {
            meet(start_);
        }
        for (const Block* from : block.predecessors) {
            meet(exits_[from->index]);
        }
        if (!entry.visited) {
            return entry;
        }
        for (const Node* node : block.nodes) {
            if (node->kind == NodeKind::phi) {
                forget(entry, *node);
                for_each_row(node->dst.number, node->dst.half, [&](std::size_t at, unsigned half) {
                    entry.rows[at] = value_of(*node, 0, half);
                });
            }
        }
        return entry;
    }

    // Copies of what a phi was in the round before are none of what it is now.
    static void forget(Contents& entry, const Node& phi) {
        for (Value& held : entry.rows) {
            held = held == value_of(phi, 0, 0) || held == value_of(phi, 0, 1) ? kUnknown : held;
        }
    }

    static bool goes_back(const Block& block) {
        return std::any_of(
            block.successors.begin(), block.successors.end(),
            [&](const Block* next) { return next != nullptr && next->index <= block.index; });
    }

    bool walk(const Block& block) {
        for (const Node* node : block.nodes) {
            if (node->kind != NodeKind::machine) {
                continue;
            }
            for (const Register& source : node->sources()) {
                if (!read(*node, source)) {
                    return false;
                }
            }
            if (node->address != nullptr && now_.address != node->address) {
                return lose(*node, "a0.x", *node->address, now_.address);
            }
            write(*node);
        }
        return true;
    }

    // Checks the sources of the next blocks' phis, which are read at the end of this block.
    bool leave(const Block& block) {
        for (const Block* next : block.successors) {
            if (next == nullptr) {
                continue;
            }
            for (std::size_t i = 0; i < next->predecessors.size(); ++i) {
                if (next->predecessors[i] == &block && !leave_to(*next, i)) {
                    return false;
                }
            }
        }
        return true;
    }

    bool leave_to(const Block& next, std::size_t position) {
        for (const Node* node : next.nodes) {
            if (node->kind != NodeKind::phi) {
                break;
            }
            const Node* value = node->sources()[position].definition;
            if (value != nullptr && !holds(*node, node->dst.number, node->dst.half, *value, 0)) {
                return false;
            }
        }
        return true;
    }

    bool read(const Node& node, const Register& source) {
        switch (source.kind) {
        case RegisterKind::ssa: {
            const Node& value = *source.definition;
            for (unsigned i = 0; i < value.length; ++i) {
                const bool is_made = (value.write_mask >> i & 1U) != 0;
                if (is_made && !holds(node, value.dst.number + i, value.dst.half, value, i)) {
                    return false;
                }
            }
            return true;
        }
        case RegisterKind::predicate: {
            const std::uint16_t number = source.definition->dst.number;
            return now_.predicates[number] == source.definition ||
                   lose(node, describe_destination(*source.definition), *source.definition,
                        now_.predicates[number]);
        }
        case RegisterKind::array: return read_array(node, source);
        default: return true;
        }
    }

    // Who made a component, and as which of its own; null where nobody cares for it.
    static const Node* maker_of(const Node* value, unsigned& component) {
        while (value != nullptr && value->kind != NodeKind::phi && !is_there_before(*value)) {
            if (value->kind == NodeKind::split) {
                component = value->offset;
                value = value->sources()[0].definition;
            } else if (value->kind == NodeKind::collect || is_whole_copy(*value)) {
                const unsigned from = value->kind == NodeKind::collect ? component : 0;
                value = value->sources()[from].definition;
                component = 0;
            } else {
                break;
            }
        }
        return value;
    }

    // Whether a register holds a component of a value.
    bool holds(const Node& reader, std::uint32_t number, bool half, const Node& value,
               unsigned component) {
        const Node* maker = maker_of(&value, component);
        if (maker == nullptr) {
            return true; // a component that nobody cares for
        }
        bool found = true;
        for_each_row(number, half, [&](std::size_t at, unsigned part) {
            if (found && now_.rows[at] != value_of(*maker, component, part)) {
                found = false;
                fault_ = quoted_instruction(graph_, reader) + " looks for the result of " +
                         quoted_instruction(graph_, *maker) + " in " +
                         name_of_register(number, half) + ", which " + holder(now_.rows[at]);
            }
        });
        return found;
    }

    bool read_array(const Node& node, const Register& source) {
        const RegisterArray& array = graph_.arrays[source.number];
        const std::uint32_t first = source.relative ? 0 : static_cast<std::uint32_t>(source.value);
        const std::uint32_t count = source.relative ? array.length : 1;
        for (std::uint32_t i = first; i < first + count; ++i) {
            if ((now_.elements[first_elements_[source.number] + i] & Contents::overwritten) != 0) {
                fault_ = quoted_instruction(graph_, node) + " looks for element " +
                         std::to_string(i) + " of an array in " +
                         name_of_register(array.number + i, array.half) +
                         ", which something else may have overwritten";
                return false;
            }
        }
        return true;
    }

    void write(const Node& node) {
        switch (node.dst.kind) {
        case RegisterKind::ssa:
            for (unsigned i = 0; i < num_components(node); ++i) {
                if (writes_component(node, i)) {
                    unsigned component = i;
                    const Node& maker = *maker_of(&node, component);
                    put(node.dst.number + i, node.dst.half, value_of(maker, component, 0));
                }
            }
            break;
        case RegisterKind::array: {
            const RegisterArray& array = graph_.arrays[node.dst.number];
            const std::uint32_t first =
                node.dst.relative ? 0 : static_cast<std::uint32_t>(node.dst.value);
            const std::uint32_t count = node.dst.relative ? array.length : 1U;
            for (std::uint32_t i = first; i < first + count; ++i) {
                put(array.number + i, array.half, kFirstArray + 2U * node.dst.number);
                std::uint8_t& element = now_.elements[first_elements_[node.dst.number] + i];
                element = node.dst.relative ? element | Contents::written : Contents::written;
            }
            break;
        }
        case RegisterKind::predicate: now_.predicates[node.dst.number] = &node; break;
        case RegisterKind::address: now_.address = &node; break;
        default: break;
        }
    }

    void put(std::uint32_t number, bool half, Value value) {
        for_each_row(number, half, [&](std::size_t at, unsigned part) {
            now_.rows[at] = value + part;
            overwrite_arrays(at, value);
        });
    }

    // Elements of other arrays that were in a row are lost.
    void overwrite_arrays(std::size_t at, Value by) {
        for (std::size_t i = 0; i < graph_.arrays.size(); ++i) {
            const RegisterArray& array = graph_.arrays[i];
            const std::size_t first = row(array.number, array.half);
            const std::size_t element = (at - first) / (array.half ? 1 : 2);
            if (at < first || element >= array.length || by == kFirstArray + 2 * i) {
                continue;
            }
            std::uint8_t& state = now_.elements[first_elements_[i] + element];
            state |= (state & Contents::written) != 0 ? Contents::overwritten : 0;
        }
    }

    // Returns the contents of a row as the end of a sentence.
    [[nodiscard]] std::string holder(Value value) const {
        if (value == kUnknown) {
            return "holds no value that is the same on every path";
        }
        if (value >= kFirstArray) {
            return "holds an element of an array";
        }
        return "holds that of " + quoted_instruction(graph_, *names_[value / 2 / kMaxVectorLength]);
    }

    bool lose(const Node& reader, const std::string& name, const Node& wanted, const Node* found) {
        fault_ = quoted_instruction(graph_, reader) + " looks for the result of " +
                 quoted_instruction(graph_, wanted) + " in " + name + ", which ";
        fault_ += found != nullptr ? "holds that of " + quoted_instruction(graph_, *found)
                                   : holder(kUnknown);
        return false;
    }

    const Graph& graph_;
    const MachineFacts& machine_;
    std::vector<std::uint32_t> first_elements_; // by array
    std::vector<const Node*> names_;            // by index
    std::vector<Contents> exits_;               // by block
    Contents start_;
    Contents now_;
    std::string fault_;
};

bool fits(std::uint32_t number, std::uint32_t count, bool half, const MachineFacts& machine) {
    const std::uint32_t limit = (half ? machine.half_registers : machine.full_registers) * 4U;
    return number + count <= limit;
}

} // namespace

std::optional<std::string> find_missing_register(const Graph& graph, const MachineFacts& machine) {
    for (const Block& block : graph.blocks) {
        for (const Node* node : in_order(block.nodes)) {
            const std::uint32_t number = node->dst.number;
            const bool is_predicate = node->dst.kind == RegisterKind::predicate;
            if (node->dst.is_ssa() &&
                !fits(number, num_components(*node), node->dst.half, machine)) {
                return quoted_instruction(graph, *node) +
                       (number == kUnassigned
                            ? " has no register"
                            : " has a register that does not exist: " +
                                  name_of_register(number + num_components(*node) - 1,
                                                   node->dst.half));
            }
            if (is_predicate && number >= machine.predicates) {
                return quoted_instruction(graph, *node) + " has a predicate that does not exist";
            }
        }
    }
    for (const RegisterArray& array : graph.arrays) {
        if (array.number != kUnassigned && !fits(array.number, array.length, array.half, machine)) {
            return "an array of " + std::to_string(array.length) + " components begins in " +
                   name_of_register(array.number, array.half) +
                   " and ends behind the last register";
        }
    }
    return std::nullopt;
}

std::optional<std::string> find_lost_value(const Graph& graph, const MachineFacts& machine) {
    return Follower(graph, machine).run();
}

} // namespace jacquard::ir3
