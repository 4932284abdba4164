#include <jacquard/spirv/translate/control_flow/flow_nesting.h>

#include <algorithm>

// Dominators and loops of blocks, numbered in an order in which each stands behind all that lead to
// it but those of a loop's end.
namespace jacquard::spirv {

namespace {

constexpr std::uint32_t kNone = 0xffffffff;

} // namespace

void FlowNesting::clear() {
    nodes_.clear();
    numbers_.clear();
    loops_around_.clear();
}

void FlowNesting::number_blocks(std::uint32_t first_label) {
    struct Visit {
        std::uint32_t label;
        std::vector<std::uint32_t> targets;
        std::size_t next = 0;
    };
    const auto targets_of = [this](std::uint32_t label) {
        std::vector<std::uint32_t> targets;
        flow_blocks_.add_targets(flow_blocks_.flow_block(label), targets);
        // The first of them is left last, and so comes first.
        std::reverse(targets.begin(), targets.end());
        return targets;
    };
    std::vector<std::uint32_t> finished;
    std::vector<Visit> stack;
    stack.push_back({first_label, targets_of(first_label), 0});
    numbers_.emplace(first_label, 0);
    while (!stack.empty()) {
        Visit& top = stack.back();
        if (top.next < top.targets.size()) {
            const std::uint32_t to = top.targets[top.next++];
            if (numbers_.emplace(to, 0).second) {
                stack.push_back({to, targets_of(to), 0});
            }
            continue;
        }
        finished.push_back(top.label);
        stack.pop_back();
    }
    std::reverse(finished.begin(), finished.end());
    nodes_.resize(finished.size());
    for (std::uint32_t i = 0; i < finished.size(); ++i) {
        nodes_[i].label = finished[i];
        nodes_[i].loop = kNone;
        numbers_[finished[i]] = i;
    }
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        std::vector<std::uint32_t> targets = targets_of(nodes_[i].label);
        for (const std::uint32_t label : targets) {
            const std::uint32_t to = numbers_.at(label);
            std::vector<std::uint32_t>& known = nodes_[i].targets;
            if (std::find(known.begin(), known.end(), to) == known.end()) {
                known.push_back(to);
                nodes_[to].sources.push_back(i);
                nodes_[to].branches += to > i ? 1 : 0;
            }
        }
    }
}

// The closest block through which every way to another one leads.
void FlowNesting::find_dominators() {
    for (Node& node : nodes_) {
        node.dominator = kNone;
    }
    nodes_[0].dominator = 0;
    const auto common = [this](std::uint32_t a, std::uint32_t b) {
        while (a != b) {
            while (a > b) {
                a = nodes_[a].dominator;
            }
            while (b > a) {
                b = nodes_[b].dominator;
            }
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
            std::uint32_t best = kNone;
            for (const std::uint32_t source : nodes_[i].sources) {
                if (nodes_[source].dominator != kNone) {
                    best = best == kNone ? source : common(best, source);
                }
            }
            changed = changed || best != nodes_[i].dominator;
            nodes_[i].dominator = best;
        }
    }
}

bool FlowNesting::dominates(std::uint32_t above, std::uint32_t below) const {
    while (below > above) {
        below = nodes_[below].dominator;
    }
    return below == above;
}

bool FlowNesting::is_in_loop(std::uint32_t node, std::uint32_t header) const {
    std::uint32_t loop = nodes_[node].loop;
    while (loop != kNone && loop != header) {
        loop = loops_around_.at(loop);
    }
    return loop == header;
}

// The blocks from which the end of a loop is reached without its header are the loop. Outer loops
// come first, so that what is left is the innermost.
void FlowNesting::find_loops() {
    for (std::uint32_t header = 0; header < nodes_.size(); ++header) {
        std::vector<std::uint32_t> waiting;
        for (const std::uint32_t source : nodes_[header].sources) {
            if (source < header) {
                continue;
            }
            if (!dominates(header, source)) {
                unsupported("control flow that enters a loop at several places is");
            }
            waiting.push_back(source);
        }
        if (waiting.empty()) {
            continue;
        }
        nodes_[header].is_header = true;
        loops_around_[header] = nodes_[header].loop;
        nodes_[header].loop = header;
        std::vector<bool> seen(nodes_.size());
        seen[header] = true;
        while (!waiting.empty()) {
            const std::uint32_t node = waiting.back();
            waiting.pop_back();
            if (seen[node]) {
                continue;
            }
            seen[node] = true;
            nodes_[node].loop = header;
            waiting.insert(waiting.end(), nodes_[node].sources.begin(), nodes_[node].sources.end());
        }
    }
}

// A block stands within its dominator if only that leads to it, and behind it else. What leaves
// loops stands behind the outermost of them.
void FlowNesting::place() {
    for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
        std::uint32_t parent = nodes_[i].dominator;
        bool is_exit = false;
        for (std::uint32_t loop = nodes_[parent].loop; loop != kNone;
             loop = loops_around_.at(loop)) {
            if (!is_in_loop(i, loop)) {
                parent = loop;
                is_exit = true;
            }
        }
        if (is_exit) {
            nodes_[parent].exits.push_back(nodes_[i].label);
        } else if (nodes_[i].branches > 1) {
            nodes_[parent].meetings.push_back(nodes_[i].label);
        }
        nodes_[i].is_framed = is_exit || nodes_[i].branches > 1;
    }
}

void FlowNesting::find(std::uint32_t first_label) {
    clear();
    number_blocks(first_label);
    find_dominators();
    find_loops();
    place();
}

// The branches of a block itself; what stands within it is still to be looked at.
void FlowNesting::add_falls(const Node& node, std::uint32_t stop, unsigned& count,
                            std::vector<std::uint32_t>& waiting) const {
    for (const std::uint32_t target : node.targets) {
        if (nodes_[target].label == stop) {
            ++count;
        } else if (!nodes_[target].is_framed && &nodes_[target] > &node) {
            waiting.push_back(nodes_[target].label);
        }
    }
}

unsigned FlowNesting::falls(std::uint32_t label, std::uint32_t stop) const {
    unsigned count = 0;
    std::vector<std::uint32_t> waiting = {label};
    while (!waiting.empty()) {
        const Node& node = at(waiting.back());
        waiting.pop_back();
        if (node.is_header) {
            if (!node.exits.empty()) {
                waiting.push_back(node.exits.back());
            } else {
                count += leaves_to(node.label, stop);
            }
        } else if (!node.meetings.empty()) {
            waiting.push_back(node.meetings.back());
        } else {
            add_falls(node, stop, count, waiting);
        }
    }
    return count;
}

unsigned FlowNesting::leaves_to(std::uint32_t header, std::uint32_t label) const {
    const auto found = numbers_.find(label);
    if (found == numbers_.end() || is_in_loop(found->second, numbers_.at(header))) {
        return 0;
    }
    const std::vector<std::uint32_t>& sources = nodes_[found->second].sources;
    return static_cast<unsigned>(
        std::count_if(sources.begin(), sources.end(), [&](std::uint32_t source) {
            return is_in_loop(source, numbers_.at(header));
        }));
}

unsigned FlowNesting::falls_of_block(std::uint32_t label, std::uint32_t stop) const {
    unsigned count = 0;
    std::vector<std::uint32_t> waiting;
    add_falls(at(label), stop, count, waiting);
    for (const std::uint32_t inner : waiting) {
        count += falls(inner, stop);
    }
    return count;
}

} // namespace jacquard::spirv
