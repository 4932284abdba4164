// Measures how far each node is from the end of its block.
//
// Before: any graph. After: Node::depth is the number of issue slots on the longest path from the
// node to the end of its block, waiting for sync flags counted with a part of their estimate, or
// beyond that end to where the next block wants an input early. Meta instructions add nothing.

#include <jacquard/generated/pipelines/compute_depth.h>
#include <jacquard/ir3/compiler/graph/delay.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

void raise(Node& node, std::uint32_t depth) {
    node.depth = std::max(node.depth, depth);
}

// The nodes that `node` reads stand at least their delay above it.
void raise_sources(const Timing& timing, const Node& node) {
    for (std::size_t i = 0; i < node.sources().size(); ++i) {
        Node* definition = node.sources()[i].definition;
        if (definition == nullptr || definition->block != node.block) {
            continue;
        }
        if (node.is_meta() || definition->is_meta()) {
            raise(*definition, node.depth);
        }
        if (node.is_meta()) {
            continue;
        }
        for_each_producer(definition, [&](Node& producer) {
            if (producer.kind == NodeKind::machine && producer.block == node.block) {
                raise(producer, node.depth + 1 + delay_between(timing, producer, node, i).soft);
            }
        });
    }
    if (node.address != nullptr) {
        raise(*node.address,
              node.depth + 1 +
                  delay_between(timing, *node.address, node, node.sources().size()).soft);
    }
    for (Node* dependency : node.dependencies()) {
        if (dependency->block == node.block) {
            raise(*dependency, node.depth + 1);
        }
    }
}

// Inputs have to be there when the first instructions of the next block read them. Other results
// are left alone: one that is computed before its time is often the new value of a variable whose
// old one is still read, which then takes a copy.
void raise_inputs_wanted_soon(const Timing& timing, const Block& block) {
    constexpr std::uint32_t kSoon = 8; // issue slots
    constexpr std::uint32_t kBranchSlots = 1;
    std::uint32_t slot = 0;
    for (const Node* node : block.nodes) {
        if (node->kind != NodeKind::machine) {
            continue;
        }
        for (std::size_t i = 0; i < node->sources().size(); ++i) {
            if (node->sources()[i].definition == nullptr) {
                continue;
            }
            for_each_producer(node->sources()[i].definition, [&](Node& producer) {
                if (producer.kind != NodeKind::machine || !reads_varying(producer) ||
                    std::find(block.predecessors.begin(), block.predecessors.end(),
                              producer.block) == block.predecessors.end()) {
                    return;
                }
                const std::uint32_t wanted = 1 + delay_between(timing, producer, *node, i).hard;
                if (wanted > slot + kBranchSlots) {
                    raise(producer, wanted - slot - kBranchSlots);
                }
            });
        }
        if (++slot == kSoon) {
            return;
        }
    }
}

} // namespace

void compute_depth(Graph& graph) {
    const Timing& timing = timing_of(graph.revision);
    for (Block& block : graph.blocks) {
        for (Node* node : block.nodes) {
            node->depth = 0;
        }
    }
    for (const Block& block : graph.blocks) {
        raise_inputs_wanted_soon(timing, block);
    }
    for (Block& block : graph.blocks) {
        for (auto node = block.nodes.rbegin(); node != block.nodes.rend(); ++node) {
            raise_sources(timing, **node);
        }
    }
}

} // namespace jacquard::ir3
