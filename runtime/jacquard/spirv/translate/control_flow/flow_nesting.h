#pragma once

#include <jacquard/spirv/translate/control_flow/flow_blocks.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jacquard::spirv {

// How the blocks of a function nest that does not say so itself: which block dominates which, what
// is a loop, and behind which block another one is to stand.
class FlowNesting : Concern {
  public:
    FlowNesting(Context& context, FlowBlocks& flow_blocks)
        : Concern(context), flow_blocks_(flow_blocks) {}

    // Faults where a loop is entered at several places.
    void find(std::uint32_t first_label);
    void clear();

    // Returns whether the block begins a loop.
    [[nodiscard]] bool is_header(std::uint32_t label) const { return at(label).is_header; }
    // Blocks where control meets again within a block's own region, and behind the loop that it
    // begins; both in the order in which control comes to them.
    [[nodiscard]] const std::vector<std::uint32_t>& meetings(std::uint32_t label) const {
        return at(label).meetings;
    }
    [[nodiscard]] const std::vector<std::uint32_t>& exits(std::uint32_t label) const {
        return at(label).exits;
    }
    // Branches that go to a block, those back to a loop left out.
    [[nodiscard]] unsigned branches_to(std::uint32_t label) const { return at(label).branches; }
    // Branches to `stop` that stand at the end of what is made of a block if `stop` follows it.
    [[nodiscard]] unsigned falls(std::uint32_t label, std::uint32_t stop) const;
    // The same of a block and what stands within it alone.
    [[nodiscard]] unsigned falls_of_block(std::uint32_t label, std::uint32_t stop) const;

    // Branches from within the loop that a block begins to one outside.
    [[nodiscard]] unsigned leaves_to(std::uint32_t header, std::uint32_t label) const;

  private:
    struct Node {
        std::uint32_t label = 0;
        std::uint32_t dominator = 0; // the number of the closest one
        std::uint32_t loop = 0;      // the number of the header of the innermost loop; kNone: none
        std::vector<std::uint32_t> targets; // numbers, each once
        std::vector<std::uint32_t> sources;
        std::vector<std::uint32_t> meetings;
        std::vector<std::uint32_t> exits;
        unsigned branches = 0;
        bool is_header = false;
        bool is_framed = false; // it stands behind its parent, not within
    };

    [[nodiscard]] const Node& at(std::uint32_t label) const { return nodes_[numbers_.at(label)]; }
    void number_blocks(std::uint32_t first_label);
    void find_dominators();
    void find_loops();
    void place();
    void add_falls(const Node& node, std::uint32_t stop, unsigned& count,
                   std::vector<std::uint32_t>& waiting) const;
    [[nodiscard]] bool dominates(std::uint32_t above, std::uint32_t below) const;
    [[nodiscard]] bool is_in_loop(std::uint32_t node, std::uint32_t header) const;

    FlowBlocks& flow_blocks_;
    std::vector<Node> nodes_; // in the order in which control comes to them
    std::unordered_map<std::uint32_t, std::uint32_t> numbers_; // by label
    // The header of the loop around a loop, by its header.
    std::unordered_map<std::uint32_t, std::uint32_t> loops_around_;
};

} // namespace jacquard::spirv
