// The dependencies of the nodes of a block: other nodes, and delays after these were issued.

#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/schedule/block_scheduler.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

bool reads_constants_of(const Node& node, const Node& writer) {
    const std::uint32_t first = writer.dst.number;
    const std::uint32_t end = first + num_constants_written(writer);
    return std::any_of(node.sources().begin(), node.sources().end(), [&](const Register& source) {
        return source.kind == RegisterKind::relative_constant ||
               (source.kind == RegisterKind::constant && source.number >= first &&
                source.number < end);
    });
}

} // namespace

// All that lives at the beginning of a block is live at a time whatever the order is.
void BlockScheduler::expect_live_in() {
    for (const Block& block : graph_.blocks) {
        std::uint32_t live = 0;
        for (const Node* value : liveness_.live_in(block.index)) {
            live += value->num_written();
        }
        flights_.expect_live(live);
    }
}

// Forgets the block before, but not the room that its lists had.
void BlockScheduler::start(Block& block) {
    nodes_.start(block, liveness_.live_in(block.index));
    ready_.start();
    clock_.start();
    held_.start();
    pressure_.start();
    flights_.start(graph_, block);
    constant_writers_.clear();
    roots_.clear();
    order_.clear();
    terminator_ = block.terminator();
}

void BlockScheduler::prepare(Block& block) {
    start(block);
    for (const Node* value : liveness_.live_in(block.index)) {
        describe(*value);
        pressure_.add(nodes_.state(value).width);
    }
    // Waits for all others, which it is not told of.
    if (terminator_ != nullptr) {
        ++nodes_.state(terminator_).waiting;
    }
    for (Node* node : block.nodes) {
        describe(*node);
        link(node);
        if (node->dst.kind == RegisterKind::constant) {
            constant_writers_.push_back(node);
        }
        if (nodes_.state(node).waiting == 0) {
            roots_.push_back(node);
        }
    }
    // A value that is live out of the block has no last read in it.
    for (const Node* value : liveness_.live_out(block.index)) {
        ++nodes_.state(value).readers;
    }
}

void BlockScheduler::describe(const Node& node) {
    nodes_.state(&node).width = static_cast<std::uint8_t>(node.num_written());
}

// Makes the node wait for what it needs, all of which stands in front of it.
void BlockScheduler::link(Node* node) {
    NodeState& linked = nodes_.state(node);
    const auto wait_for = [&](const Node* earlier) {
        if (nodes_.is_here(earlier)) {
            nodes_.add_follower(*earlier, *node);
            ++linked.waiting;
        }
    };
    if (node->kind != NodeKind::phi) {
        const bool makes_vector = node->kind == NodeKind::collect;
        for_each_ssa_source(*node, [&](const Node* source) {
            NodeState& known = nodes_.state(source);
            ++known.readers;
            known.in_vector = known.in_vector || makes_vector;
            nodes_.add_follower(*source, *node);
            if (nodes_.is_here(source)) {
                ++linked.waiting;
            }
        });
        if (node->kind == NodeKind::machine) {
            pressure_.expect_reads(*node);
        }
    }
    for (const Node* dependency : node->dependencies()) {
        wait_for(dependency);
    }
    // Most blocks write no constants, and of those that do most instructions read none.
    if (!constant_writers_.empty() &&
        std::any_of(node->sources().begin(), node->sources().end(),
                    [](const Register& source) { return source.is_constant(); })) {
        for (const Node* writer : constant_writers_) {
            if (reads_constants_of(*node, *writer)) {
                wait_for(writer);
            }
        }
    }
}

void BlockScheduler::become_ready(Node* node) {
    if (node->is_meta()) {
        issue(node, pressure_.change_of(*node));
        return;
    }
    NodeState& waiting = nodes_.state(node);
    const std::size_t num_sources = node->sources().size();
    for (std::size_t i = 0; i < num_sources; ++i) {
        Node* definition = node->sources()[i].definition;
        if (definition == nullptr) {
            continue;
        }
        if (definition->kind == NodeKind::machine) {
            respect(*definition, *node, i, waiting);
        } else {
            for_each_producer(definition,
                              [&](Node& producer) { respect(producer, *node, i, waiting); });
        }
    }
    if (node->address != nullptr) {
        respect(*node->address, *node, num_sources, waiting);
    }
    waiting.change = pressure_.change_of(*node);
    ready_.add(node);
    flights_.add_ready(waiting);
}

void BlockScheduler::respect(const Node& producer, const Node& node, std::size_t index,
                             NodeState& waiting) {
    if (producer.kind != NodeKind::machine || !nodes_.is_here(&producer)) {
        return;
    }
    clock_.respect(producer, nodes_.state(&producer), node, index, waiting);
}

} // namespace jacquard::ir3
