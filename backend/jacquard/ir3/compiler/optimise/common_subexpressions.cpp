// Makes equal instructions of a block one.
//
// Before: any graph in SSA form. After: in each block, no two instructions without side effects
// compute the same from the same sources; readers of the later one read the earlier one.

#include <jacquard/generated/pipelines/eliminate_common_subexpressions.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Tells whether equal operands make equal values: nothing else that the node reads or writes, such
// as memory, can tell two such nodes apart.
bool may_merge(const Node& node) {
    if (!node.dependencies().empty() || node.has_effect) {
        return false;
    }
    const bool computes = node.kind == NodeKind::machine || node.kind == NodeKind::collect ||
                          node.kind == NodeKind::split;
    return computes && (node.dst.is_ssa() || node.dst.kind == RegisterKind::shared ||
                        node.dst.kind == RegisterKind::address);
}

bool same_register(const Register& a, const Register& b) {
    return a.kind == b.kind && a.half == b.half && a.negate == b.negate &&
           a.absolute == b.absolute && a.relative == b.relative && a.value == b.value &&
           a.definition == b.definition && (a.is_ssa() || a.number == b.number);
}

bool same(const Node& a, const Node& b) {
    if (a.kind != b.kind || a.sources().size() != b.sources().size() || a.address != b.address ||
        a.length != b.length || a.write_mask != b.write_mask || a.dst.half != b.dst.half ||
        a.dst.kind != b.dst.kind || a.offset != b.offset) {
        return false;
    }
    if (a.kind == NodeKind::machine &&
        (a.opcode != b.opcode || a.source_type != b.source_type || a.type != b.type ||
         a.condition != b.condition || a.saturate != b.saturate || a.round != b.round ||
         a.signedness != b.signedness || a.pack != b.pack || !(a.texture == b.texture) ||
         !(a.resource == b.resource))) {
        return false;
    }
    for (std::size_t i = 0; i < a.sources().size(); ++i) {
        if (!same_register(a.sources()[i], b.sources()[i])) {
            return false;
        }
    }
    return true;
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0xff51afd7ed558ccd;
    return hash ^ hash >> 32U;
}

// 0 where it reads an array, which may change in between.
std::uint64_t hash_of(const Node& node) {
    std::uint64_t what = static_cast<std::uint64_t>(node.kind) | node.sources().size() << 8U |
                         std::uint64_t{node.offset} << 16U;
    if (node.kind == NodeKind::machine) {
        what |= static_cast<std::uint64_t>(node.opcode) << 32U |
                static_cast<std::uint64_t>(node.condition) << 48U;
    }
    std::uint64_t hash = mix(node.address != nullptr ? node.address->serial : 0, what);
    for (const Register& source : node.sources()) {
        if (source.kind == RegisterKind::array) {
            return 0;
        }
        const std::uint32_t named =
            source.definition != nullptr ? source.definition->serial : source.number;
        hash = mix(hash + static_cast<std::uint64_t>(source.kind),
                   std::uint64_t{static_cast<std::uint32_t>(source.value)} << 32U | named);
    }
    return hash == 0 ? 1 : hash;
}

// Open addressing; a power of two at least twice as large as the block.
class NodeSet {
  public:
    explicit NodeSet(MemoryPool& pool) : slots_(pool) {}

    // Makes it empty, for nodes of this list.
    void reset(const NodeVector& nodes) {
        std::size_t size = 16;
        while (size < nodes.size() * 2) {
            size *= 2;
        }
        if (size > slots_.size()) {
            slots_.resize(size);
        }
        std::fill_n(slots_.begin(), size, Slot());
        mask_ = size - 1;
        nodes_ = nodes.data();
    }

    // Asks the memory for where a node is going to be looked for, which in a large set is anywhere.
    void fetch(const Node& node) const {
        const std::uint64_t hash = hash_of(node);
        __builtin_prefetch(&slots_[hash & mask_]);
    }

    // The equal node that was added before, or the node at that place of the list itself.
    Node* find_or_add(std::uint32_t place_in_list) {
        Node* node = nodes_[place_in_list];
        const std::uint64_t hash = hash_of(*node);
        if (hash == 0) {
            return node;
        }
        const auto tag = static_cast<std::uint32_t>(hash >> 32U);
        std::size_t place = hash & mask_;
        while (slots_[place].node != kFree) {
            if (slots_[place].tag == tag) {
                Node* added = nodes_[slots_[place].node];
                if (same(*added, *node)) {
                    return added;
                }
            }
            place = (place + 1) & mask_;
        }
        slots_[place] = {place_in_list, tag};
        return node;
    }

  private:
    static constexpr std::uint32_t kFree = 0xffffffff;

    struct Slot {
        std::uint32_t node = kFree; // its place in the list
        std::uint32_t tag = 0;      // a part of the hash
    };
    PoolVector<Slot> slots_;
    std::size_t mask_ = 0;
    Node* const* nodes_ = nullptr;
};

class Merging {
  public:
    explicit Merging(Graph& graph)
        : graph_(graph), replacements_(graph.num_serials(), nullptr, graph.pool()) {}

    void run() {
        NodeSet seen(graph_.pool());
        for (Block& block : graph_.blocks) {
            seen.reset(block.nodes);
            const std::size_t first_to_fetch =
                block.nodes.size() < kMany ? block.nodes.size() : kNodesAhead;
            for (std::uint32_t i = 0; i < block.nodes.size(); ++i) {
                if (first_to_fetch + i < block.nodes.size()) {
                    seen.fetch(*block.nodes[first_to_fetch + i]);
                }
                Node* node = block.nodes[i];
                if (has_any_) {
                    read_replacements(*node);
                }
                if (!may_merge(*node)) {
                    continue;
                }
                Node* first = seen.find_or_add(i);
                if (first != node) {
                    replacements_[node->serial] = first;
                    has_any_ = true;
                    first->exact = first->exact || node->exact;
                    graph_.origins.share_line(*first, *node);
                }
            }
        }
        if (has_any_) {
            finish();
        }
    }

  private:
    static constexpr std::size_t kMany = 4096; // nodes of a block
    static constexpr std::size_t kNodesAhead = 8;

    void replace(Node*& node) const {
        if (node != nullptr && replacements_[node->serial] != nullptr) {
            node = replacements_[node->serial];
        }
    }

    void read_replacements(Node& node) const {
        for (Register& source : node.sources()) {
            replace(source.definition);
        }
        replace(node.address);
        for (Node*& dependency : node.dependencies()) {
            replace(dependency);
        }
    }

    // Phis read what comes after them, too.
    void finish() {
        for (Block& block : graph_.blocks) {
            for (Node* node : block.nodes) {
                if (node->kind != NodeKind::phi) {
                    break;
                }
                read_replacements(*node);
            }
        }
        for (GraphOutput& output : graph_.outputs) {
            if (output.node != nullptr) {
                replace(output.node);
            }
        }
    }

    Graph& graph_;
    NodeVector replacements_; // by serial
    bool has_any_ = false;
};

} // namespace

void eliminate_common_subexpressions(Graph& graph) {
    Merging(graph).run();
}

} // namespace jacquard::ir3
