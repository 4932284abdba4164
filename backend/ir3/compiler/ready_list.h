#pragma once

#include <jacquard/ir3/compiler/machine_ir.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// Nodes that can be ordered next. Only the oldest of them are candidates, as many as it is worth to
// compare: a block of thousands of independent instructions is then ordered in a time that grows
// with its length and not with its square.
class ReadyList {
  public:
    [[nodiscard]] std::span<Node* const> candidates() const { return candidates_; }
    [[nodiscard]] bool empty() const { return candidates_.empty(); }

    void add(Node* node) {
        if (candidates_.size() == kMostCandidates) {
            const auto youngest =
                std::max_element(candidates_.begin(), candidates_.end(), is_older);
            if (is_older(node, *youngest)) {
                std::swap(node, *youngest);
            }
            later_.push_back(node);
            std::push_heap(later_.begin(), later_.end(), is_younger);
            return;
        }
        candidates_.push_back(node);
    }

    // Takes a candidate out.
    void remove(Node* node) {
        const auto found = std::find(candidates_.begin(), candidates_.end(), node);
        *found = candidates_.back();
        candidates_.pop_back();
        if (!later_.empty()) {
            std::pop_heap(later_.begin(), later_.end(), is_younger);
            candidates_.push_back(later_.back());
            later_.pop_back();
        }
    }

    // Takes a node out wherever it is; nothing happens when it is not there.
    void erase(Node* node) {
        if (std::find(candidates_.begin(), candidates_.end(), node) != candidates_.end()) {
            remove(node);
        } else if (std::erase(later_, node) != 0) {
            std::make_heap(later_.begin(), later_.end(), is_younger);
        }
    }

    // The oldest of all; there must be one.
    [[nodiscard]] Node* oldest() const {
        return *std::min_element(candidates_.begin(), candidates_.end(), is_older);
    }

  private:
    static constexpr std::size_t kMostCandidates = 512;

    static bool is_older(const Node* a, const Node* b) { return a->index < b->index; }
    static bool is_younger(const Node* a, const Node* b) { return a->index > b->index; }

    std::vector<Node*> candidates_; // in any order
    std::vector<Node*> later_;      // a heap, the oldest first; all are younger than candidates
};

} // namespace jacquard::ir3
