// How many components a node makes live and how many it is the last to read. Ready nodes are ranked
// by that, so it is kept, and computed again where a reader of the same value was issued.

#include <jacquard/ir3/compiler/schedule/block_scheduler.h>

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

} // namespace

// How many more components are live when the node has been issued.
int BlockScheduler::pressure_change(const Node& node) {
    int change = node.dst.is_ssa() ? info(&node).width : 0;
    if (node.kind == NodeKind::phi) {
        return change; // its sources are read by the blocks before
    }
    const std::size_t num_sources = node.sources().size();
    for (std::size_t i = 0; i < num_sources; ++i) {
        const Register& source = node.sources()[i];
        if (!source.is_ssa()) {
            continue;
        }
        const std::uint32_t readers = info(source.definition).readers;
        // A value with more readers left than the node has sources stays live.
        if (readers == 1 || (readers <= num_sources && !seen_before(node, i) &&
                             readers == times_read(*source.definition, node))) {
            change -= width_of(*source.definition);
        }
    }
    return change;
}

// Components that nobody needs any more when nobody reads the value.
int BlockScheduler::width_of(const Node& value) {
    if (value.kind == NodeKind::collect && is_here(&value)) {
        int freed = 0;
        for (const Register& source : value.sources()) {
            if (source.is_ssa() && info(source.definition).readers == 0) {
                ++freed;
            }
        }
        return freed;
    }
    return value.kind == NodeKind::split ? 1 : info(&value).width;
}

// So few readers of the value are left that one of them may free its registers now, or that those
// of a vector that it became part of may.
void BlockScheduler::forget_changes(const Node* value) {
    const bool is_free = info(value).readers == 0;
    for (const std::uint32_t reader : followers_[value->index]) {
        forget_change(reader);
        if (is_free && node_of(reader)->kind == NodeKind::collect) {
            for (const std::uint32_t of_vector : followers_[reader]) {
                forget_change(of_vector);
            }
        }
    }
}

void BlockScheduler::forget_change(std::uint32_t reader) {
    Info& known = info_[reader];
    if (known.ready && !known.stale) {
        known.stale = true;
        stale_.push_back(node_of(reader));
    }
}

void BlockScheduler::freshen_stale() {
    for (Node* node : stale_) {
        Info& known = info(node);
        known.stale = false;
        const int change = known.ready ? pressure_change(*node) : known.change;
        if (change != known.change) {
            List& list = list_of(*node);
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
