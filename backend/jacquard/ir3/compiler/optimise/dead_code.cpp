// Removes what nothing needs.
//
// Before: any graph in SSA form. After: every node is needed by an instruction with an effect (end,
// kill); texture instructions write only the components that splits take, loads
// none behind the last of these. A store into an array is
// needed when a needed read of the array can come after it, on whatever way through the program,
// the next round of a loop included: the order of accesses (Node::dependencies) tells nothing about
// that. What depended on a node that has gone no longer names it.

#include <jacquard/generated/pipelines/eliminate_dead_code.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>
#include <bit>

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
bool comes_whole(const Node& node) {
    return is_load(node) && (node.resource.typed || node.resource.num_components != 0);
}

class DeadCode {
  public:
    explicit DeadCode(Graph& graph)
        : graph_(graph), read_(graph.num_serials(), 0, graph.pool()),
          stores_(graph.arrays.size(), Stores(graph.pool()), graph.pool()) {}

    // Backwards, so that mostly all readers of a node are known before it. What is found to be
    // needed when it has been passed, as phis of loops read it, is pending.
    void run() {
        find_stores();
        for (auto block = graph_.blocks.rbegin(); block != graph_.blocks.rend(); ++block) {
            for (auto at = block->nodes.rbegin(); at != block->nodes.rend(); ++at) {
                const Node& node = **at;
                if (is_needed(&node) || has_effect(node)) {
                    read_[node.serial] |= kNeeded;
                    mark_read_by(node);
                } else {
                    read_[node.serial] = kPassed;
                }
            }
        }
        while (!pending_.empty()) {
            const Node& node = *pending_.back();
            pending_.pop_back();
            mark_read_by(node);
        }
        sweep();
    }

  private:
    // Above a bit for each component that somebody reads.
    static constexpr std::uint32_t kNeeded = 1U << kMaxVectorLength;
    static constexpr std::uint32_t kWhole = kNeeded | (kNeeded - 1);
    static constexpr std::uint32_t kPassed = kNeeded << 1U; // and was not needed then

    [[nodiscard]] bool is_needed(const Node* node) const {
        return (read_[node->serial] & kNeeded) != 0;
    }

    void mark(Node* node, std::uint32_t what) {
        std::uint32_t& read = read_[node->serial];
        if (read == kPassed) {
            pending_.push_back(node);
        }
        read |= what;
    }

    void mark_read_by(const Node& node) {
        const std::uint32_t taken =
            node.kind == NodeKind::split ? kNeeded | 1U << node.offset : kWhole;
        for (const Register& source : node.sources()) {
            if (source.definition != nullptr) {
                mark(source.definition, taken);
            } else if (source.kind == RegisterKind::array) {
                mark_stores_before(node, stores_[source.number]);
            }
        }
        if (node.address != nullptr) {
            mark(node.address, kNeeded);
        }
    }

    // The stores into one array, in program order.
    struct Stores {
        explicit Stores(MemoryPool& pool) : nodes(pool), blocks(pool), found_to(pool) {}

        NodeVector nodes;
        PoolVector<bool> blocks;            // by index: all stores there are needed
        PoolVector<std::uint32_t> found_to; // by index: so are those there before that node
    };

    void find_stores() {
        if (stores_.empty()) {
            return;
        }
        graph_.number_nodes();
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->dst.kind == RegisterKind::array) {
                    stores_[node->dst.number].nodes.push_back(node);
                }
            }
        }
    }

    // Marks the stores whose elements the read may find in the array: those of its block that come
    // before it, and all of the blocks from which control comes there.
    void mark_stores_before(const Node& read, Stores& stores) {
        stores.blocks.resize(graph_.blocks.size());
        stores.found_to.resize(graph_.blocks.size());
        mark_stores(stores, *read.block, read.index);
        PoolVector<const Block*> reached({read.block}, graph_.pool());
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

    // Marks the stores of the block that come before node `end`; no store is looked at twice.
    void mark_stores(Stores& stores, const Block& block, std::uint32_t end) {
        std::uint32_t& begin = stores.found_to[block.index];
        auto store = std::partition_point(stores.nodes.begin(), stores.nodes.end(),
                                          [&block, begin](const Node* node) {
                                              return node->block->index < block.index ||
                                                     (node->block == &block && node->index < begin);
                                          });
        for (; store != stores.nodes.end() && (*store)->block == &block && (*store)->index < end;
             ++store) {
            mark(*store, kNeeded);
        }
        begin = std::max(begin, end);
    }

    void sweep() {
        for (Block& block : graph_.blocks) {
            std::erase_if(block.nodes, [this](const Node* node) { return !is_needed(node); });
            for (Node* node : block.nodes) {
                if (!node->dependencies().empty()) {
                    forget_gone(*node);
                }
                if (node->length > 1) {
                    trim(*node);
                }
            }
        }
        std::erase_if(graph_.inputs, [this](const GraphInput& input) {
            return input.node != nullptr && !is_needed(input.node);
        });
        trim_inputs();
    }

    void forget_gone(Node& node) const {
        const std::span<Node*> all = node.dependencies();
        const auto gone = std::remove_if(all.begin(), all.end(),
                                         [this](const Node* other) { return !is_needed(other); });
        if (!all.empty()) {
            *node.dependency_list = all.first(static_cast<std::size_t>(gone - all.begin()));
        }
    }

    // Vectors that only splits read are written where somebody looks. A load that counts stays as
    // it is.
    void trim(Node& node) const {
        const bool is_written = node.kind == NodeKind::machine || node.kind == NodeKind::input ||
                                node.kind == NodeKind::prefetch;
        if (!is_written || comes_whole(node) || (is_load(node) && node.has_effect)) {
            return;
        }
        node.write_mask &= static_cast<std::uint16_t>(read_[node.serial]);
        if (is_load(node)) {
            node.length = static_cast<std::uint8_t>(std::bit_width(node.write_mask));
            node.write_mask = static_cast<std::uint16_t>((1U << node.length) - 1);
        }
    }

    void trim_inputs() {
        for (GraphInput& input : graph_.inputs) {
            if (input.node != nullptr) {
                const unsigned read = unsigned{input.node->write_mask} >> input.component;
                input.program_input.component_mask =
                    static_cast<std::uint8_t>(input.node->comes_first ? read & 1 : read);
            }
        }
    }

    Graph& graph_;
    PoolVector<std::uint32_t> read_; // by serial: what of the node is needed, 0 for nothing
    PoolVector<Stores> stores_;      // by array
    NodeVector pending_{graph_.pool()};
};

} // namespace

void eliminate_dead_code(Graph& graph) {
    DeadCode(graph).run();
}

} // namespace jacquard::ir3
