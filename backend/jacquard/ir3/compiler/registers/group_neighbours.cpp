// Decides which values stand next to each other in registers.
//
// Before: collects and vectors with their splits say which values must be consecutive; a value may
// be wanted in several places.
// After: every value has at most one place: Graph::groups lists runs of consecutive registers, and
// Node::group, group_slot, left and right say where a node stands. Where wishes collide, a mov was
// put in front of the collect. Two values share a slot when every reader of the first comes before
// the second is made and none of them is a lookup or load; Node::dependencies keep it so. No later
// pass adds or removes instructions other than nops, so that assignment cannot fail for the want of
// a mov.

#include <jacquard/generated/pipelines/group_neighbours.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/registers/neighbour_fit.h>
#include <jacquard/ir3/compiler/registers/neighbour_groups.h>

#include <algorithm>
#include <iterator>
#include <span>

namespace jacquard::ir3 {

namespace {

class Grouping {
  public:
    explicit Grouping(Graph& graph) : graph_(graph), groups_(graph.pool()), fit_(groups_) {}

    void run() {
        groups_.reset(graph_.number_nodes());
        find_readers();
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->kind == NodeKind::phi) {
                    add_phi(node);
                }
                if (is_taken_apart(*node)) {
                    add_vector(node);
                }
                if (node->kind == NodeKind::split) {
                    add_split(node);
                }
            }
        }
        NodeVector nodes(graph_.pool());
        for (Block& block : graph_.blocks) {
            nodes.clear();
            nodes.reserve(block.nodes.size() + 8);
            for (Node* node : block.nodes) {
                if (node->kind == NodeKind::collect) {
                    place_collect(block, *node, nodes);
                }
                if (!is_made_anew(*node)) {
                    nodes.push_back(node);
                }
            }
            block.nodes.swap(nodes);
        }
        order_phi_copies();
        groups_.publish(graph_);
    }

  private:
    using State = NeighbourGroups::State;
    using Slot = NeighbourGroups::Slot;

    State& state(const Node* node) { return groups_.state(node); }

    void find_readers() {
        // Backwards, so that what reads a collect is known before what the collect reads.
        for (auto block = graph_.blocks.rbegin(); block != graph_.blocks.rend(); ++block) {
            for (auto at = block->nodes.rbegin(); at != block->nodes.rend(); ++at) {
                Node* node = *at;
                State& reader = state(node);
                reader.key = node->index;
                const bool is_part =
                    node->kind == NodeKind::collect || node->kind == NodeKind::split;
                const std::uint32_t last_read =
                    is_part ? std::max(node->index, reader.last_read) : node->index;
                const bool is_late =
                    node->kind == NodeKind::collect ? reader.is_read_late : reads_late(*node);
                for_each_ssa_source(*node, [&](Node* source) {
                    State& read = state(source);
                    groups_.add_reader(read, node);
                    const bool outlives_block =
                        node->block != source->block || node->kind == NodeKind::phi;
                    read.last_read = outlives_block ? ~0U : std::max(read.last_read, last_read);
                    read.is_read_late |= is_late;
                    read.is_taken_apart |= node->kind == NodeKind::split;
                    read.stands_anywhere &= node->kind == NodeKind::collect;
                });
            }
        }
    }

    // Whether the node reads its sources late and is waited for with (sy).
    [[nodiscard]] bool reads_late(const Node& node) const {
        return node.kind == NodeKind::machine &&
               timing_.write_after_read_guard(timing_class(node)) == Sync::both;
    }

    // Tells whether the node makes a vector whose components are values of their own. A vector of
    // which one component is left is still read as a part of it. Stores have a length, too, that of
    // what they read.
    bool is_taken_apart(const Node& node) {
        return node.kind != NodeKind::collect &&
               ((node.length > 1 && node.dst.is_ssa()) || state(&node).is_taken_apart);
    }

    // Each collect has a mov of its own in its place.
    bool is_made_anew(const Node& node) {
        return is_constant_move(node) && node.dst.is_ssa() && state(&node).stands_anywhere;
    }

    void add_vector(Node* node) {
        const std::uint32_t group = groups_.add(node->length, node->dst.half);
        for (unsigned i = 0; i < node->length; ++i) {
            groups_[group].slots[i].reserved = (node->write_mask >> i & 1U) != 0;
        }
        groups_.enter(node, group, 0);
        groups_[group].is_fixed = node->comes_first;
    }

    // A phi and the copies that make it stand in one register, which nothing else may follow.
    void add_phi(Node* phi) {
        const std::uint32_t group = groups_.add(1, phi->dst.half);
        groups_.put(phi, group, 0);
        state(phi).last_read = ~0U;
        for (const Register& source : phi->sources()) {
            // It may read itself, or one value at the end of several blocks.
            if (source.is_ssa() && state(source.definition).group != group) {
                groups_.put(source.definition, group, 0);
                state(source.definition).last_read = ~0U;
            }
        }
    }

    // The copy at the end of a block comes after what still reads the phi there.
    void order_phi_copies() {
        const auto comes_before = [](const Node* a, const Node* b) {
            return a->block->index < b->block->index;
        };
        for (const Block& block : graph_.blocks) {
            for (const Node* phi : block.nodes) {
                if (phi->kind != NodeKind::phi) {
                    break;
                }
                begin_list({});
                add_readers(phi, *phi);
                end_list();
                std::stable_sort(listed_.begin(), listed_.end(), comes_before);
                for (const Register& source : phi->sources()) {
                    if (source.is_ssa() && source.definition != phi) {
                        const auto [first, end] = std::equal_range(listed_.begin(), listed_.end(),
                                                                   source.definition, comes_before);
                        order_behind(*source.definition,
                                     {listed_.data() + (first - listed_.begin()),
                                      static_cast<std::size_t>(end - first)});
                    }
                }
            }
        }
    }

    // Readers that stand in the block of the copy.
    void order_behind(Node& copy, std::span<Node* const> readers) {
        if (readers.empty()) {
            return;
        }
        dependencies_.assign(copy.dependencies().begin(), copy.dependencies().end());
        std::copy_if(readers.begin(), readers.end(), std::back_inserter(dependencies_),
                     [&copy](const Node* reader) {
                         return reader != &copy && reader->kind != NodeKind::phi;
                     });
        graph_.set_dependencies(copy, dependencies_);
    }

    void add_split(Node* node) {
        const Node* vector = node->sources()[0].definition;
        const State& whole = state(vector);
        if (vector->kind == NodeKind::collect || whole.group == kNoGroup) {
            return;
        }
        Slot& slot = groups_[whole.group].slots[whole.slot + node->offset];
        slot.reserved = false;
        // A vector that is read as a whole keeps its components as long.
        state(node).last_read = std::max(state(node).last_read, whole_read(vector));
        groups_.put(node, whole.group, whole.slot + node->offset);
    }

    // Key of the last reader of a vector that is not a split.
    std::uint32_t whole_read(const Node* vector) {
        std::uint32_t last = 0;
        groups_.for_each_reader(vector, [&last](const Node* reader) {
            if (reader->kind != NodeKind::split) {
                last = std::max(last, reader->index);
            }
        });
        return last;
    }

    void ensure_group(Node* value) {
        if (state(value).group == kNoGroup) {
            groups_.put(value, groups_.add(1, value->dst.half), 0);
        }
    }

    // A value that a mov of a constant makes is made anew for each collect: it costs the same as a
    // copy and stands wherever it is wanted.
    Node* new_copy(Block& block, const Node& collect, const Register& source, NodeVector& nodes) {
        Node* copy = nullptr;
        if (source.is_ssa() && is_constant_move(*source.definition)) {
            copy = graph_.clone(*source.definition);
        } else {
            copy = make_copy(graph_, source);
        }
        copy->block = &block;
        copy->index = groups_.num_states();
        State made;
        made.key = collect.index;
        made.is_read_late = state(&collect).is_read_late;
        made.last_read = std::max(collect.index, state(&collect).last_read);
        if (source.is_ssa() && !is_constant_move(*source.definition)) {
            State& read = state(source.definition);
            groups_.add_reader(source.definition, copy);
            read.last_read = std::max(read.last_read, collect.index);
        }
        groups_.add_state(made);
        nodes.push_back(copy);
        return copy;
    }

    void place_collect(Block& block, Node& collect, NodeVector& nodes) {
        for (Register& source : collect.sources()) {
            if (source.is_ssa() && is_constant_move(*source.definition)) {
                Node* copy = new_copy(block, collect, source, nodes);
                source.definition = copy;
                groups_.add_reader(copy, &collect);
            }
            if (source.is_ssa()) {
                ensure_group(source.definition);
            }
        }
        Alignment best;
        for (std::size_t i = 0; i < collect.sources().size(); ++i) {
            if (!collect.sources()[i].is_ssa()) {
                continue;
            }
            const State& value = state(collect.sources()[i].definition);
            if (groups_[value.group].is_fixed) {
                continue;
            }
            Alignment candidate{value.group, static_cast<std::int64_t>(value.slot) -
                                                 static_cast<std::int64_t>(i)};
            candidate.copies = fit_.count_copies(collect, candidate, best.copies);
            if (candidate.copies < best.copies) {
                best = candidate;
            }
            if (best.copies == 0) {
                break;
            }
        }
        if (best.copies >= num_values(collect)) {
            best.group = groups_.add(collect.sources().size(), collect.dst.half);
            best.base = 0;
        }
        apply(block, collect, best, nodes);
    }

    static unsigned num_values(const Node& collect) {
        unsigned count = 0;
        for (const Register& source : collect.sources()) {
            count += source.is_ssa() ? 1 : 0;
        }
        return count;
    }

    void apply(Block& block, Node& collect, Alignment alignment, NodeVector& nodes) {
        for (std::size_t i = 0; i < collect.sources().size(); ++i) {
            Register& source = collect.sources()[i];
            if (!source.is_ssa()) {
                continue;
            }
            const Fit how = fit_.of(collect, i, alignment);
            if (how == Fit::in_place) {
                continue;
            }
            const std::int64_t wanted = alignment.base + static_cast<std::int64_t>(i);
            if (how == Fit::join) {
                alignment.base += groups_.join(state(source.definition).group, alignment.group,
                                               wanted - state(source.definition).slot);
                continue;
            }
            alignment.base += groups_.extend(alignment.group, wanted, wanted);
            const auto slot =
                static_cast<std::uint32_t>(alignment.base + static_cast<std::int64_t>(i));
            Node* value = source.definition;
            if (how != Fit::share) {
                value = new_copy(block, collect, source, nodes);
                groups_.add_reader(value, &collect);
                remove_if_made_anew(*source.definition, nodes);
                source = ssa_source(value);
            } else {
                groups_.empty(state(value).group);
            }
            order_behind(*value, groups_[alignment.group].slots[slot]);
            groups_.put(value, alignment.group, slot);
        }
        const auto last = alignment.base + static_cast<std::int64_t>(collect.sources().size()) - 1;
        alignment.base += groups_.extend(alignment.group, alignment.base, last);
        groups_.enter(&collect, alignment.group, static_cast<std::uint32_t>(alignment.base));
    }

    // The mov of a constant that was made for a collect and stands in the wrong place: it is among
    // the last of the nodes.
    static void remove_if_made_anew(const Node& value, NodeVector& nodes) {
        if (is_constant_move(value)) {
            const auto at = std::find(nodes.rbegin(), nodes.rend(), &value);
            nodes.erase(std::next(at).base());
        }
    }

    // The value is made after every read of those in the slot.
    void order_behind(Node& value, const Slot& slot) {
        begin_list(value.dependencies());
        groups_.for_each_value(slot, [&](const Node* earlier) { add_readers(earlier, value); });
        end_list();
        graph_.set_dependencies(value, listed_);
    }

    // Nodes that are listed say so in the meantime, so that none is listed twice.
    void begin_list(std::span<Node* const> nodes) {
        listed_.assign(nodes.begin(), nodes.end());
        for (const Node* node : listed_) {
            state(node).is_listed = true;
        }
    }
    void end_list() {
        for (const Node* node : listed_) {
            state(node).is_listed = false;
        }
    }

    void list(Node* node) {
        if (!state(node).is_listed) {
            state(node).is_listed = true;
            listed_.push_back(node);
        }
    }

    // Lists what reads a value, other than `value`.
    void add_readers(const Node* earlier, const Node& value) {
        groups_.for_each_reader(earlier, [&](Node* reader) {
            if (reader->kind == NodeKind::collect || reader->kind == NodeKind::split) {
                add_readers(reader, value);
            } else if (reader != &value) {
                list(reader);
            }
        });
        if (earlier->kind == NodeKind::split) {
            groups_.for_each_reader(earlier->sources()[0].definition, [&](Node* reader) {
                if (reader->kind != NodeKind::split && reader != &value) {
                    list(reader);
                }
            });
        }
    }

    Graph& graph_;
    const Timing& timing_ = timing_of(graph_.revision);
    NeighbourGroups groups_;
    NeighbourFit fit_;
    NodeVector listed_{graph_.pool()};
    NodeVector dependencies_{graph_.pool()};
};

} // namespace

void group_neighbours(Graph& graph) {
    Grouping(graph).run();
}

} // namespace jacquard::ir3
