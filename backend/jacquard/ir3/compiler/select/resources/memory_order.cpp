#include <jacquard/ir3/compiler/select/resources/memory_order.h>

#include <algorithm>

namespace jacquard::ir3 {

void MemoryOrder::clear() {
    others_.last_change = nullptr;
    others_.since.clear();
    spaces_.clear();
}

MemoryOrder::Space& MemoryOrder::space(int number) {
    const auto found = std::find_if(spaces_.begin(), spaces_.end(), [number](const Space& space) {
        return space.number == number;
    });
    if (found != spaces_.end()) {
        return *found;
    }
    spaces_.push_back({number, others_.last_change, others_.since});
    return spaces_.back();
}

std::span<Node* const> MemoryOrder::read(Node& node, int number) {
    Space& accessed = space(number);
    listed_.clear();
    list_last_change(accessed);
    accessed.since.push_back(&node);
    return listed_;
}

std::span<Node* const> MemoryOrder::change(Node& node, int number) {
    Space& accessed = space(number);
    listed_.clear();
    list_last_change(accessed);
    listed_.insert(listed_.end(), accessed.since.begin(), accessed.since.end());
    accessed.last_change = &node;
    accessed.since.clear();
    return listed_;
}

std::span<Node* const> MemoryOrder::also_change(Node& node, int number) {
    Space& accessed = space(number);
    list_last_change(accessed);
    listed_.insert(listed_.end(), accessed.since.begin(), accessed.since.end());
    accessed.last_change = &node;
    accessed.since.clear();
    return in_program_order();
}

std::span<Node* const> MemoryOrder::kill(Node& node) {
    listed_.clear();
    for_each_space([this, &node](Space& space) {
        list_last_change(space);
        space.since.push_back(&node);
    });
    return in_program_order();
}

std::span<Node* const> MemoryOrder::barrier(Node& node) {
    listed_.clear();
    for_each_space([this](const Space& space) {
        list_last_change(space);
        listed_.insert(listed_.end(), space.since.begin(), space.since.end());
    });
    clear();
    others_.last_change = &node;
    return in_program_order();
}

std::span<Node* const> MemoryOrder::in_program_order() {
    std::sort(listed_.begin(), listed_.end(),
              [](const Node* a, const Node* b) { return a->serial < b->serial; });
    listed_.erase(std::unique(listed_.begin(), listed_.end()), listed_.end());
    return listed_;
}

} // namespace jacquard::ir3
