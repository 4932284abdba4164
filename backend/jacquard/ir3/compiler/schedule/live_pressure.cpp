#include <jacquard/ir3/compiler/schedule/live_pressure.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

bool seen_before(const Node& node, std::size_t i) {
    for (std::size_t j = 0; j < i; ++j) {
        if (node.sources()[j].definition == node.sources()[i].definition) {
            return true;
        }
    }
    return false;
}

std::uint32_t times_read(const Node& value, const Node& reader) {
    std::uint32_t times = 0;
    for (const Register& source : reader.sources()) {
        times += source.definition == &value ? 1 : 0;
    }
    return times;
}

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

} // namespace

void LivePressure::expect_reads(const Node& node) {
    if (node.sources().size() > most_reads_) {
        most_reads_ = std::max(most_reads_, most_reads_of_a_value(node));
    }
}

int LivePressure::change_of(const Node& node) {
    int change = node.dst.is_ssa() ? nodes_.state(&node).width : 0;
    if (node.kind == NodeKind::phi) {
        return change; // its sources are read by the blocks before
    }
    const std::size_t num_sources = node.sources().size();
    for (std::size_t i = 0; i < num_sources; ++i) {
        const Register& source = node.sources()[i];
        if (!source.is_ssa()) {
            continue;
        }
        const std::uint32_t readers = nodes_.state(source.definition).readers;
        // A value with more readers left than the node has sources stays live.
        if (readers == 1 || (readers <= num_sources && !seen_before(node, i) &&
                             readers == times_read(*source.definition, node))) {
            change -= width_of(*source.definition);
        }
    }
    return change;
}

// Components that nobody needs any more when nobody reads the value.
int LivePressure::width_of(const Node& value) {
    if (value.kind == NodeKind::collect && nodes_.is_here(&value)) {
        int freed = 0;
        for (const Register& source : value.sources()) {
            if (source.is_ssa() && nodes_.state(source.definition).readers == 0) {
                ++freed;
            }
        }
        return freed;
    }
    return value.kind == NodeKind::split ? 1 : nodes_.state(&value).width;
}

// So few readers of the value are left that one of them may free its registers now, or that those
// of a vector that it became part of may.
void LivePressure::forget_changes(const Node* value) {
    const bool is_free = nodes_.state(value).readers == 0;
    for (const std::uint32_t reader : nodes_.followers(value->index)) {
        forget_change(reader);
        if (is_free && nodes_.node_of(reader)->kind == NodeKind::collect) {
            for (const std::uint32_t of_vector : nodes_.followers(reader)) {
                forget_change(of_vector);
            }
        }
    }
}

void LivePressure::forget_change(std::uint32_t reader) {
    NodeState& known = nodes_.state(reader);
    if (known.ready && !known.stale) {
        known.stale = true;
        stale_.push_back(nodes_.node_of(reader));
    }
}

void LivePressure::freshen_stale() {
    for (Node* node : stale_) {
        NodeState& known = nodes_.state(node);
        known.stale = false;
        const int change = known.ready ? change_of(*node) : known.change;
        if (change != known.change) {
            ReadyNodes::List& list = ready_.list_of(*node);
            const bool is_candidate = list.begin_change(node);
            known.change = change;
            if (is_candidate) {
                list.end_change(node);
            }
        }
    }
    stale_.clear();
}

} // namespace jacquard::ir3
