#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/graph/lifetimes.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/spill/live_values.h>

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace jacquard::ir3 {

namespace {

// Loops nested deeper than this are weighted alike.
constexpr std::uint32_t kDeepest = 8;

// Gives each reader of vectors and collects its own view of them.
class Views {
  public:
    explicit Views(Graph& graph) : graph_(graph) {}

    bool run() {
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->kind == NodeKind::split && !choose_split(*node)) {
                    return false;
                }
            }
        }
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                for (Register& source : node->sources()) {
                    look_through(source);
                }
            }
        }
        Block& entry = graph_.entry();
        NodeVector first(graph_.pool());
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (is_there_before(*node)) {
                    append(first, entry, node);
                }
            }
        }
        for (Block& block : graph_.blocks) {
            arrange(block, &block == &entry ? std::move(first) : NodeVector(graph_.pool()));
        }
        name_outputs(graph_);
        return true;
    }

  private:
    using Splits = std::array<Node*, kMaxVectorLength>;

    // The first split of a component stands for all.
    bool choose_split(Node& split) {
        const Node* vector = split.sources()[0].definition;
        if (vector->kind == NodeKind::collect) {
            return vector->sources()[split.offset].is_ssa();
        }
        Node*& chosen = splits_[vector][split.offset];
        chosen = chosen != nullptr ? chosen : &split;
        return true;
    }

    void look_through(Register& source) {
        while (source.is_ssa() && source.definition->kind == NodeKind::split) {
            const Node& split = *source.definition;
            const Node* vector = split.sources()[0].definition;
            Node* meant = vector->kind == NodeKind::collect
                              ? vector->sources()[split.offset].definition
                              : splits_[vector][split.offset];
            if (meant == source.definition) {
                return;
            }
            source.definition = meant;
        }
    }

    void append(NodeVector& nodes, Block& block, Node* node) {
        node->block = &block;
        nodes.push_back(node);
        const auto found = splits_.find(node);
        if (found == splits_.end()) {
            return;
        }
        for (Node* split : found->second) {
            if (split != nullptr) {
                split->block = &block;
                nodes.push_back(split);
            }
        }
    }

    void arrange(Block& block, NodeVector nodes) {
        for (Node* node : block.nodes) {
            if (is_there_before(*node) || node->kind == NodeKind::split ||
                node->kind == NodeKind::collect) {
                continue;
            }
            for (Register& source : node->sources()) {
                if (source.is_ssa() && source.definition->kind == NodeKind::collect) {
                    source.definition = graph_.clone(*source.definition);
                    source.definition->block = &block;
                    nodes.push_back(source.definition);
                }
            }
            append(nodes, block, node);
        }
        block.nodes = std::move(nodes);
    }

    Graph& graph_;
    std::unordered_map<const Node*, Splits> splits_;
};

// Computed from constants alone, by an instruction that costs little more than a copy.
bool is_cheap(const Node& node) {
    if (node.kind != NodeKind::machine || node.address != nullptr || node.has_effect ||
        node.length != 1 || !node.dependencies().empty() || reads_varying(node)) {
        return false;
    }
    const Category category = opcode_info(node).category;
    return is_arithmetic(category) && category != Category::special &&
           std::all_of(node.sources().begin(), node.sources().end(), [](const Register& source) {
               return source.kind == RegisterKind::constant ||
                      source.kind == RegisterKind::immediate;
           });
}

} // namespace

void name_outputs(Graph& graph) {
    for (const Block& block : graph.blocks) {
        for (const Node* node : block.nodes) {
            for (std::size_t i = 0; node->is_machine(role::kEnd) && i < graph.outputs.size(); ++i) {
                graph.outputs[i].node = node->sources()[i].definition;
            }
        }
    }
}

bool tidy_views(Graph& graph) {
    return Views(graph).run();
}

LiveValues::LiveValues(Graph& graph) : values_(graph.number_nodes()) {
    std::uint32_t position = 0;
    for (const Block& block : graph.blocks) {
        begins_.push_back(position);
        position += static_cast<std::uint32_t>(block.nodes.size());
    }
    begins_.push_back(position);
    innermost_.assign(position + std::size_t{1}, kNoLoop);
    nest_loops(find_loops(graph));
    count_arrays(graph);
    find_makers(graph);
    find_uses(graph);
}

void LiveValues::nest_loops(PoolVector<Lifetime> loops) {
    std::stable_sort(loops.begin(), loops.end(), [](Lifetime a, Lifetime b) {
        return a.first != b.first ? a.first < b.first : a.last > b.last;
    });
    loops_.reserve(loops.size());
    std::uint32_t inner = kNoLoop;
    std::uint32_t position = 0;
    // To where the next one begins, or to the end of the program.
    const auto go_on_to = [&](std::uint32_t next) {
        for (;;) {
            while (inner != kNoLoop && loops_[inner].life.last <= position) {
                inner = loops_[inner].outer;
            }
            if (position == next) {
                return;
            }
            const std::uint32_t end =
                inner == kNoLoop ? next : std::min(next, loops_[inner].life.last);
            std::fill(innermost_.begin() + position, innermost_.begin() + end, inner);
            position = end;
        }
    };
    for (const Lifetime life : loops) {
        go_on_to(life.first);
        const std::uint32_t depth = inner == kNoLoop ? 1 : loops_[inner].depth + 1;
        loops_.push_back({life, inner, std::min(depth, kDeepest)});
        inner = static_cast<std::uint32_t>(loops_.size() - 1);
    }
    go_on_to(static_cast<std::uint32_t>(innermost_.size()));
}

void LiveValues::count_arrays(const Graph& graph) {
    if (graph.arrays.empty()) {
        return;
    }
    arrays_at_.resize(innermost_.size());
    const PoolVector<Lifetime> lives = find_array_lifetimes(graph);
    for (std::size_t i = 0; i < lives.size(); ++i) {
        const RegisterArray& array = graph.arrays[i];
        if (lives[i].first < lives[i].last) {
            arrays_at_[lives[i].first].add(array.half, array.length);
            arrays_at_[lives[i].last].remove(array.half, array.length);
        }
    }
    for (std::size_t at = 1; at < arrays_at_.size(); ++at) {
        arrays_at_[at] = arrays_at_[at] + arrays_at_[at - 1];
    }
}

void LiveValues::find_makers(Graph& graph) {
    for (Block& block : graph.blocks) {
        for (Node* node : block.nodes) {
            if (!node->dst.is_ssa() || node->kind == NodeKind::collect) {
                continue;
            }
            LiveValue& value = values_[node->index];
            value.node = node;
            value.size = node->kind == NodeKind::split ? std::uint8_t{1} : node->length;
            value.can_leave = value.size == 1;
            value.is_remade = is_cheap(*node);
        }
    }
}

void LiveValues::find_uses(const Graph& graph) {
    const auto use = [this](const Register& source, std::uint32_t position) {
        LiveValue* value = read_by(source);
        if (value != nullptr && (value->uses.empty() || value->uses.back() != position)) {
            value->uses.push_back(position);
        }
    };
    for (const Block& block : graph.blocks) {
        for (const Node* node : block.nodes) {
            if (node->kind == NodeKind::phi) {
                for (std::size_t i = 0; i < node->sources().size(); ++i) {
                    use(node->sources()[i], end_of(*block.predecessors[i]));
                }
            } else if (node->kind != NodeKind::collect && node->kind != NodeKind::split) {
                for (const Register& source : node->sources()) {
                    use(source, node->index);
                    if (source.is_ssa() && source.definition->kind == NodeKind::collect) {
                        for (const Register& part : source.definition->sources()) {
                            use(part, node->index);
                        }
                    }
                }
            }
        }
    }
    for (LiveValue& value : values_) {
        std::sort(value.uses.begin(), value.uses.end());
    }
}

LiveValue* LiveValues::read_by(const Register& source) {
    if (!source.is_ssa() || source.definition == nullptr) {
        return nullptr;
    }
    LiveValue& value = values_[source.definition->index];
    return value.node == source.definition ? &value : nullptr;
}

std::uint64_t LiveValues::distance(const LiveValue& value, std::uint32_t position) const {
    // Further than any instruction of a loop.
    constexpr std::uint64_t kBehindLoop = 100'000;
    const auto next = std::upper_bound(value.uses.begin(), value.uses.end(), position);
    const auto weighed = [&](std::uint64_t far, std::uint32_t use) {
        // A use in a deeper loop is many uses.
        const std::uint32_t depth = depth_at(position);
        return far >> (2 * (std::max(depth_at(use), depth) - depth));
    };
    std::uint64_t penalty = 0;
    for (std::uint32_t index = innermost_[position]; index != kNoLoop;
         index = loops_[index].outer) {
        const Lifetime loop = loops_[index].life;
        if (position >= loop.last) {
            continue;
        }
        if (next != value.uses.end() && *next <= loop.last) {
            return weighed(*next - position + penalty, *next);
        }
        const auto again = std::lower_bound(value.uses.begin(), value.uses.end(), loop.first);
        if (again != value.uses.end() && *again <= position) {
            return weighed(loop.last - position + (*again - loop.first) + penalty, *again);
        }
        penalty += kBehindLoop;
    }
    return next != value.uses.end() ? weighed(*next - position + penalty, *next)
                                    : std::numeric_limits<std::uint32_t>::max();
}

} // namespace jacquard::ir3
