// Removes what nothing needs.
//
// Before: any graph in SSA form. After: every node is needed by an instruction with an effect (end,
// kill); texture instructions write only the components that splits take, loads
// none behind the last of these. A store into an array is
// needed when a needed read of the array can come after it, on whatever way through the program,
// the next round of a loop included: the order of accesses (Node::dependencies) tells nothing about
// that. What depended on a node that has gone no longer names it.

#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/passes.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace jacquard::ir3 {

namespace {

bool has_effect(const Node& node) {
    return node.kind == NodeKind::machine &&
           (node.has_effect || node.dst.kind == RegisterKind::none ||
            node.dst.kind == RegisterKind::constant);
}

// Loads have no mask: all components up to the last one are written.
bool is_load(const Node& node) {
    return node.kind == NodeKind::machine && node.dst.is_ssa() &&
           opcode_info(node).category == Category::memory && opcode_info(node).num_sources != 0;
}

// A texel comes with all its components, and the answer to a query with all its numbers.
bool writes_all(const Node& node) {
    return is_load(node) && (node.resource.typed || (node.resource.num_components != 0 &&
                                                     node.resource.num_components != node.length));
}

class DeadCode {
  public:
    explicit DeadCode(Graph& graph)
        : graph_(graph), live_(graph.number_nodes(), false), stores_(graph.arrays.size()) {}

    void run() {
        find_stores();
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (has_effect(*node)) {
                    mark(node);
                }
            }
        }
        while (!pending_.empty()) {
            Node* node = pending_.back();
            pending_.pop_back();
            for_each_ssa_source(*node, [this](Node* source) { mark(source); });
            for (const Register& source : node->sources) {
                if (source.kind == RegisterKind::array) {
                    mark_stores_before(*node, stores_[source.number]);
                }
            }
        }
        sweep();
        trim_vectors();
    }

  private:
    void mark(Node* node) {
        if (!live_[node->index]) {
            live_[node->index] = true;
            pending_.push_back(node);
        }
    }

    // The stores into one array, in program order.
    struct Stores {
        std::vector<Node*> nodes;
        std::vector<bool> blocks;            // by index: all stores there are needed
        std::vector<std::uint32_t> found_to; // by index: so are those there before that node
    };

    void find_stores() {
        if (stores_.empty()) {
            return;
        }
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->dst.kind == RegisterKind::array) {
                    stores_[node->dst.number].nodes.push_back(node);
                }
            }
        }
    }

    // What the read may find in the array: stores of its block that come before it, and all stores
    // of the blocks from which control comes there.
    void mark_stores_before(const Node& read, Stores& stores) {
        stores.blocks.resize(graph_.blocks.size());
        stores.found_to.resize(graph_.blocks.size());
        mark_stores(stores, *read.block, read.index);
        std::vector<const Block*> reached{read.block};
        while (!reached.empty()) {
            const Block* block = reached.back();
            reached.pop_back();
            for (const Block* before : block->predecessors) {
                if (!stores.blocks[before->index]) {
                    stores.blocks[before->index] = true;
                    mark_stores(stores, *before, ~0U);
                    reached.push_back(before);
                }
            }
        }
    }

    // Those of the block that come before node `end`; no store is looked at twice.
    void mark_stores(Stores& stores, const Block& block, std::uint32_t end) {
        std::uint32_t& begin = stores.found_to[block.index];
        auto store = std::partition_point(stores.nodes.begin(), stores.nodes.end(),
                                          [&block, begin](const Node* node) {
                                              return node->block->index < block.index ||
                                                     (node->block == &block && node->index < begin);
                                          });
        for (; store != stores.nodes.end() && (*store)->block == &block && (*store)->index < end;
             ++store) {
            mark(*store);
        }
        begin = std::max(begin, end);
    }

    void sweep() {
        for (Block& block : graph_.blocks) {
            std::erase_if(block.nodes, [this](const Node* node) { return !live_[node->index]; });
            for (Node* node : block.nodes) {
                if (node->dependencies.empty()) {
                    continue;
                }
                const auto gone =
                    std::remove_if(node->dependencies.begin(), node->dependencies.end(),
                                   [this](const Node* other) { return !live_[other->index]; });
                node->dependencies = node->dependencies.first(
                    static_cast<std::size_t>(gone - node->dependencies.begin()));
            }
        }
        std::erase_if(graph_.inputs, [this](const GraphInput& input) {
            return input.node != nullptr && !live_[input.node->index];
        });
    }

    // Vectors that only splits read are written where somebody looks.
    void trim_vectors() {
        std::vector<std::uint32_t> read(live_.size(), 0);
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                for (const Register& source : node->sources) {
                    if (source.definition != nullptr) {
                        read[source.definition->index] |=
                            node->kind == NodeKind::split ? 1U << node->offset : ~0U;
                    }
                }
            }
        }
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->length > 1 && !writes_all(*node) &&
                    (node->kind == NodeKind::machine || node->kind == NodeKind::input ||
                     node->kind == NodeKind::prefetch)) {
                    // Texels and answers always come whole.
                    if (is_load(*node) && node->resource.num_components != 0) {
                        continue;
                    }
                    node->write_mask &= static_cast<std::uint16_t>(read[node->index]);
                    if (is_load(*node)) {
                        node->length = static_cast<std::uint8_t>(std::bit_width(node->write_mask));
                        node->write_mask = static_cast<std::uint16_t>((1U << node->length) - 1);
                        if (node->resource.num_components != 0) {
                            node->resource.num_components = node->length;
                        }
                    }
                }
            }
        }
        for (GraphInput& input : graph_.inputs) {
            if (input.node != nullptr) {
                const unsigned read = unsigned{input.node->write_mask} >> input.component;
                input.program_input.component_mask =
                    static_cast<std::uint8_t>(input.node->comes_first ? read & 1 : read);
            }
        }
    }

    Graph& graph_;
    std::vector<std::uint8_t> live_; // by node: whether it is needed
    std::vector<Stores> stores_;     // by array
    std::vector<Node*> pending_;
};

} // namespace

void eliminate_dead_code(Graph& graph) {
    DeadCode(graph).run();
}

} // namespace jacquard::ir3
