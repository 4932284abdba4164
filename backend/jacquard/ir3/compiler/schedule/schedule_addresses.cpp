// There is one a0.x and there are few predicates: who wants one waits until it is free, and where
// all wait for each other a value is computed twice.

#include <jacquard/ir3/compiler/schedule/block_scheduler.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace jacquard::ir3 {

namespace {

bool reads(const Node& node, const Node& value) {
    return node.address == &value ||
           std::any_of(node.sources().begin(), node.sources().end(),
                       [&value](const Register& source) { return source.definition == &value; });
}

} // namespace

// Everything that could come next writes a0.x or a predicate while one is still wanted by
// instructions that wait. Those get a copy of the instruction that writes it, and one of the
// blocked ones issues: that of the reader which stood first. All else that this reader needs
// stood before it, so it comes next when the last one that it needs has its turn, however often
// readers of both an address and a predicate take them from each other before.
void BlockScheduler::release_address() {
    Node* next = nullptr;
    for (ReadyNodes::List& list : ready_.lists()) {
        for (const auto& [key, node] : list.candidates(ReadyNodes::kByDepth)) {
            if (next == nullptr || comes_before(*node, *next)) {
                next = node;
            }
        }
    }
    assert(next != nullptr && "something is ready");
    ready_.take_out(next);
    Node* held = next->dst.kind == RegisterKind::address ? held_.address() : latest_predicate();
    NodeVector followers(graph_.pool());
    for (const std::uint32_t follower : nodes_.followers(held->index)) {
        followers.push_back(nodes_.node_of(follower));
    }
    Node* copy = nodes_.copy(*held);
    for (Node* reader : followers) {
        if (!nodes_.state(reader).done && redirect(*reader, held, copy)) {
            nodes_.add_follower(*copy, *reader);
            ++nodes_.state(reader).waiting;
            if (std::exchange(nodes_.state(reader).ready, false)) {
                ready_.list_of(*reader).erase(reader);
                flights_.take_ready(nodes_.state(reader));
            }
        }
    }
    for_each_ssa_source(*copy, [&](Node* source) {
        ++nodes_.state(source).readers;
        if (ReadyNodes::list_number(*source) != ReadyNodes::kOthers && nodes_.is_here(source)) {
            nodes_.add_follower(*source, *copy);
        }
    });
    finish(held);
    issue(next, pressure_.change_of(*next));
    become_ready(copy);
}

// Returns where the first of those stood who still want to read what the node writes.
std::uint32_t BlockScheduler::first_reader(const Node& node) {
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
    for (const std::uint32_t follower : nodes_.followers(node.index)) {
        if (!nodes_.state(follower).done && reads(*nodes_.node_of(follower), node)) {
            first = std::min(first, nodes_.place_of(follower));
        }
    }
    return first;
}

bool BlockScheduler::comes_before(const Node& a, const Node& b) {
    const std::uint32_t first_a = first_reader(a);
    const std::uint32_t first_b = first_reader(b);
    return first_a != first_b ? first_a < first_b : a.serial < b.serial;
}

// The predicate that can be done without for the longest time.
Node* BlockScheduler::latest_predicate() {
    Node* latest = nullptr;
    for (Node* predicate : held_.predicates()) {
        if (predicate != nullptr &&
            (latest == nullptr || first_reader(*latest) < first_reader(*predicate))) {
            latest = predicate;
        }
    }
    return latest;
}

// Makes `reader` read the copy; false when it does not read `held`.
bool BlockScheduler::redirect(Node& reader, const Node* held, Node* copy) {
    bool reads = false;
    for (Register& source : reader.sources()) {
        if (source.definition == held) {
            source.definition = copy;
            ++nodes_.state(copy).readers;
            reads = true;
        }
    }
    if (reader.address == held) {
        reader.address = copy;
        ++nodes_.state(copy).readers;
        reads = true;
    }
    return reads;
}

} // namespace jacquard::ir3
