// The dependencies of the nodes of a block: other nodes, and delays after these were issued.

#include <jacquard/ir3/compiler/graph/delay.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/schedule/block_scheduler.h>

namespace jacquard::ir3 {

namespace {

// The most sources of the node that read the same value.
std::uint32_t most_reads_of_a_value(const Node& node) {
    std::uint32_t most = 1;
    for (std::size_t i = 1; i < node.sources().size(); ++i) {
        const Node* value = node.sources()[i].definition;
        if (value == nullptr) {
            continue;
        }
        std::uint32_t reads = 1;
        for (const Register& earlier : node.sources().first(i)) {
            reads += earlier.definition == value ? 1 : 0;
        }
        most = std::max(most, reads);
    }
    return most;
}

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

// Forgets the block before, but not the room that its lists had.
void BlockScheduler::reset() {
    for (List& list : ready_) {
        list.clear();
    }
    stale_.clear();
    constant_writers_.clear();
    roots_.clear();
    order_.clear();
    copied_.clear();
    most_reads_ = 1;
    address_ = nullptr;
    predicates_ = {};
    slot_ = 0;
    short_taken_ = 0;
    long_taken_ = 0;
    short_arrives_ = 0;
    long_arrives_ = 0;
    live_ = 0;
}

void BlockScheduler::prepare() {
    reset();
    std::uint32_t index = 0;
    for (Node* value : live_in_) {
        value->index = index++;
    }
    num_live_in_ = index;
    for (Node* node : block_->nodes) {
        node->index = index++;
    }
    // A list that is full would move when copies are added.
    constexpr std::size_t kFewSources = 2;
    const std::size_t room = index + index / kNodesACopy;
    info_.reserve(room);
    info_.assign(index, {});
    followers_.reserve_lists(room);
    followers_.start(index, room * kFewSources);
    for (const Node* value : live_in_) {
        describe(*value);
        live_ += info(value).width;
    }
    // Waits for all others, which it is not told of.
    if (terminator_ != nullptr) {
        ++info(terminator_).waiting;
    }
    for (Node* node : block_->nodes) {
        describe(*node);
        link(node);
        if (node->dst.kind == RegisterKind::constant) {
            constant_writers_.push_back(node);
        }
        if (info(node).waiting == 0) {
            roots_.push_back(node);
        }
    }
    // A value that is live out of the block has no last read in it.
    for (const Node* value : live_out_) {
        ++info(value).readers;
    }
}

void BlockScheduler::describe(const Node& node) {
    info(&node).width = static_cast<std::uint8_t>(node.num_written());
}

// Makes the node wait for what it needs, all of which stands in front of it.
void BlockScheduler::link(Node* node) {
    Info& linked = info(node);
    const auto wait_for = [&](const Node* earlier) {
        if (is_here(earlier)) {
            followers_.add(earlier->index, node->index);
            ++linked.waiting;
        }
    };
    if (node->kind != NodeKind::phi) {
        const bool makes_vector = node->kind == NodeKind::collect;
        for_each_ssa_source(*node, [&](const Node* source) {
            Info& known = info(source);
            ++known.readers;
            known.in_vector = known.in_vector || makes_vector;
            followers_.add(source->index, node->index);
            if (is_here(source)) {
                ++linked.waiting;
            }
        });
        if (node->kind == NodeKind::machine && node->sources().size() > most_reads_) {
            most_reads_ = std::max(most_reads_, most_reads_of_a_value(*node));
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
        issue(node, pressure_change(*node));
        return;
    }
    Info& waiting = info(node);
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
    waiting.change = pressure_change(*node);
    waiting.ready = true;
    list_of(*node).add(node);
}

void BlockScheduler::respect(const Node& producer, const Node& node, std::size_t index,
                             Info& waiting) {
    if (producer.kind != NodeKind::machine || !is_here(&producer)) {
        return;
    }
    const Info& known = info(&producer);
    const unsigned slots = delay_between(timing_, producer, node, index).hard;
    if (slots != 0) {
        waiting.earliest = std::max(waiting.earliest, known.issued + 1 + slots);
    }
    if (contains(known.result, Sync::ss)) {
        waiting.last_short = std::max(waiting.last_short, known.sequence);
    }
    if (contains(known.result, Sync::sy)) {
        waiting.last_long = std::max(waiting.last_long, known.sequence);
    }
}

} // namespace jacquard::ir3
