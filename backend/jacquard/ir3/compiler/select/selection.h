#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/select/constant_nodes.h>
#include <jacquard/ir3/isa/codec/bit_helpers.h>
#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <initializer_list>
#include <span>

namespace jacquard::ir3 {

// One component of an ALU instruction.
struct AluScalar {
    const nir::AluInstruction* alu = nullptr;
    unsigned component = 0;
};

// One component of a value.
struct ScalarValue {
    const nir::SsaDef* def = nullptr;
    unsigned component = 0;

    friend bool operator==(const ScalarValue&, const ScalarValue&) = default;
};

// The view that selection rules have of the shader and of the graph that is made of it.
class Selection {
  public:
    // `rule_counts` is as in CompileOptions.
    Selection(Graph& graph, const MachineFacts& machine, bool precise,
              std::span<std::uint64_t> rule_counts)
        : graph_(graph), machine_(machine), precise_(precise), rule_counts_(rule_counts) {}

    // New nodes go into this block. Without a block, rules can only be tried: none makes a node,
    // and the one that matches returns a placeholder.
    void set_block(Block* block) { block_ = block; }
    // How many instructions would have been made so far, of those that are only tried.
    [[nodiscard]] unsigned num_tried() const { return num_tried_; }
    void reserve(std::size_t num_values) { values_.resize(num_values); }

    // Whether results may differ a little from what was asked for.
    [[nodiscard]] bool approximate() const { return !precise_; }
    [[nodiscard]] const MachineFacts& machine() const { return machine_; }
    [[nodiscard]] Revision revision() const { return graph_.revision; }
    // Notes and counts which rule makes a node.
    Node* take(unsigned rule, Node* node) {
        taken_ = rule;
        if (rule < rule_counts_.size()) {
            ++rule_counts_[rule];
        }
        return node;
    }
    [[nodiscard]] unsigned taken() const { return taken_; }

    [[nodiscard]] static unsigned bit_size(const AluScalar& scalar) {
        return scalar.alu->value.bit_size;
    }
    [[nodiscard]] static unsigned bit_size(const ScalarValue& value) { return value.def->bit_size; }
    // 16-bit values live in half registers, booleans (0 or 1) in full ones.
    [[nodiscard]] static bool is_half(const AluScalar& scalar) {
        return is_half_size(scalar.alu->value.bit_size);
    }
    [[nodiscard]] static bool is_half(const ScalarValue& value) {
        return is_half_size(value.def->bit_size);
    }
    [[nodiscard]] static bool is_half(const Node* node) { return node->dst.half; }
    [[nodiscard]] static bool is_half_size(unsigned bit_size) {
        return bit_size == 16 || bit_size == 8;
    }

    // The value that source `index` reads for the component at hand.
    [[nodiscard]] static ScalarValue source(const AluScalar& scalar, unsigned index);
    // The instruction that makes it when it has this opcode; null otherwise.
    [[nodiscard]] static AluScalar producer(const AluScalar& scalar, unsigned index,
                                            nir::Opcode opcode);
    // Looks through copies and vectors made of scalars.
    [[nodiscard]] static ScalarValue resolve(ScalarValue value);
    [[nodiscard]] static bool is_constant(const ScalarValue& value);
    [[nodiscard]] static bool is_constant(const ScalarValue& value, unsigned bit_size,
                                          std::uint32_t bits);
    // The value must be a constant.
    [[nodiscard]] static std::uint32_t constant_bits(const ScalarValue& value);

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
    [[nodiscard]] bool only_tries() const { return block_ == nullptr; }
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
    unsigned num_tried_ = 0;
    const MachineFacts& machine_;
    bool precise_ = false;
    unsigned taken_ = 0;
    bool exact_ = false;
    std::span<std::uint64_t> rule_counts_;
    ConstantNodes constants_{graph_.pool()};
    PoolVector<Components> values_{graph_.pool()}; // by number of the value
    Node tried_; // stands for all nodes while rules are only tried
};

[[nodiscard]] Register modified(Register source, bool negate, bool absolute);

} // namespace jacquard::ir3
