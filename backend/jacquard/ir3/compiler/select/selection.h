#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/select/constant_nodes.h>
#include <jacquard/ir3/compiler/select/selection_view.h>

#include <cstdint>
#include <initializer_list>
#include <span>

namespace jacquard::ir3 {

// Makes the nodes of the rules that their conditions choose, in the graph of the shader.
class Selection : public SelectionView {
  public:
    // `rule_counts` is as in CompileOptions.
    Selection(Graph& graph, const MachineFacts& machine, bool precise,
              std::span<std::uint64_t> rule_counts)
        : SelectionView(graph.revision, machine, precise), graph_(graph),
          rule_counts_(rule_counts) {}

    // New nodes go into this block.
    void set_block(Block* block) { block_ = block; }
    void reserve(std::size_t num_values) { values_.resize(num_values); }

    // Notes and counts which rule makes a node.
    Node* take(unsigned rule, Node* node) {
        taken_ = rule;
        if (rule < rule_counts_.size()) {
            ++rule_counts_[rule];
        }
        return node;
    }
    [[nodiscard]] unsigned taken() const { return taken_; }

    using SelectionView::is_half;
    [[nodiscard]] static bool is_half(const Node* node) { return node->dst.half; }

    // The node of a value; constants and undefined values are made on the spot.
    [[nodiscard]] Node* node(const ScalarValue& value);
    void set_node(const nir::SsaDef& def, unsigned component, Node* node) {
        place_of(def, component) = node;
    }
    void set_exact(bool exact) { exact_ = exact; }

    [[nodiscard]] Register use(const ScalarValue& value) { return ssa_source(node(value)); }
    [[nodiscard]] Register use(Node* node) { return ssa_source(node); }
    [[nodiscard]] Register immediate(std::uint32_t bits, bool half = false);
    Node* emit(Opcode opcode, bool half, bool saturate, std::initializer_list<Register> sources);
    // A mov of a constant; each block has one, which its readers share.
    Node* constant(std::uint32_t bits, bool half);
    Node* append(Node* node);
    [[nodiscard]] Graph& graph() { return graph_; }

  private:
    [[nodiscard]] bool is_seen(const Node& node, const nir::SsaDef& def) const;
    // Null where nothing is known of the component yet.
    [[nodiscard]] Node*& place_of(const nir::SsaDef& def, unsigned component) {
        Components& nodes = values_[def.index];
        if (component == 0) {
            return nodes.first;
        }
        if (nodes.others == nullptr) {
            make_room_behind_first(def);
        }
        return nodes.others[component - 1];
    }
    void make_room_behind_first(const nir::SsaDef& def);

    // The nodes of a value; most have one.
    struct Components {
        Node* first = nullptr;
        Node** others = nullptr;
    };

    Graph& graph_;
    Block* block_ = nullptr;
    unsigned taken_ = 0;
    bool exact_ = false;
    std::span<std::uint64_t> rule_counts_;
    ConstantNodes constants_{graph_.pool()};
    PoolVector<Components> values_{graph_.pool()}; // by number of the value
};

[[nodiscard]] Register modified(Register source, bool negate, bool absolute);

} // namespace jacquard::ir3
