// Removes what nothing needs.
//
// Before: any graph in SSA form. After: every node is needed by an instruction with an effect (end,
// kill, stores into arrays that are read); texture instructions write only the components that
// splits take.

#include <jacquard/ir3/passes.h>

#include <algorithm>
#include <vector>

namespace jacquard::ir3 {

namespace {

bool has_effect(const Node& node) {
    return node.kind == NodeKind::machine &&
           (node.dst.kind == RegisterKind::none || node.dst.kind == RegisterKind::constant);
}

class DeadCode {
  public:
    explicit DeadCode(Graph& graph) : graph_(graph), live_(graph.number_nodes(), false) {}

    void run() {
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
            for (Node* dependency : node->dependencies) {
                mark(dependency);
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

    void sweep() {
        for (Block& block : graph_.blocks) {
            std::erase_if(block.nodes, [this](const Node* node) { return !live_[node->index]; });
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
                if (node->length > 1 &&
                    (node->kind == NodeKind::machine || node->kind == NodeKind::input ||
                     node->kind == NodeKind::prefetch)) {
                    node->write_mask &= static_cast<std::uint16_t>(read[node->index]);
                }
            }
        }
        for (GraphInput& input : graph_.inputs) {
            if (input.node != nullptr) {
                input.program_input.component_mask =
                    static_cast<std::uint8_t>(input.node->write_mask);
            }
        }
    }

    Graph& graph_;
    std::vector<bool> live_;
    std::vector<Node*> pending_;
};

} // namespace

void eliminate_dead_code(Graph& graph) {
    DeadCode(graph).run();
}

} // namespace jacquard::ir3
