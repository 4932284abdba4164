#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/finish/branch_stack.h>

#include <algorithm>
#include <vector>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kNoLoop = ~0U;

struct Loop {
    std::uint32_t header = 0;
    std::uint32_t last = 0; // the block that goes back to the header
    std::uint32_t around = kNoLoop;
};

class Waiting {
  public:
    explicit Waiting(const Graph& graph)
        : graph_(graph), innermost_(graph.blocks.size(), kNoLoop),
          first_(graph.blocks.size() + 1, kNoLoop) {}

    unsigned deepest() {
        find_loops();
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (node->target == kNoBlock) {
                    continue;
                }
                const bool parts =
                    node->is_machine(role::kBranch) || node->is_machine(role::kElect);
                const bool jumps_over =
                    node->is_machine(role::kJump) && node->target > block.index + 1;
                // The lanes that have further to go wait.
                if (parts || jumps_over) {
                    wait(block.index, std::max(node->target, block.index + 1));
                }
            }
        }
        std::vector<unsigned> begins(graph_.blocks.size() + 1, 0);
        unsigned count = 0;
        unsigned most = 0;
        for (std::uint32_t place = 0; place < first_.size(); ++place) {
            if (first_[place] != kNoLoop) {
                ++begins[first_[place]];
            }
        }
        for (std::uint32_t block = 0; block < first_.size(); ++block) {
            count -= first_[block] != kNoLoop ? 1 : 0;
            count += begins[block];
            most = std::max(most, count);
        }
        return most;
    }

  private:
    void find_loops() {
        std::vector<std::uint32_t> ends(graph_.blocks.size(), kNoLoop); // by header
        for (const Block& block : graph_.blocks) {
            for (const Node* node : block.nodes) {
                if (node->target != kNoBlock && node->target <= block.index) {
                    ends[node->target] = block.index;
                }
            }
        }
        std::uint32_t around = kNoLoop;
        for (std::uint32_t block = 0; block < ends.size(); ++block) {
            while (around != kNoLoop && loops_[around].last < block) {
                around = loops_[around].around;
            }
            if (ends[block] != kNoLoop) {
                loops_.push_back({block, ends[block], around});
                around = static_cast<std::uint32_t>(loops_.size() - 1);
            }
            innermost_[block] = around;
        }
    }

    // Lanes that leave a loop wait while the others go round.
    void wait(std::uint32_t from, std::uint32_t place) {
        std::uint32_t loop = innermost_[from];
        while (loop != kNoLoop && loops_[loop].last < place) {
            from = loops_[loop].header;
            loop = loops_[loop].around;
        }
        first_[place] = std::min(first_[place], from);
    }

    const Graph& graph_;
    std::vector<Loop> loops_;
    std::vector<std::uint32_t> innermost_; // by block
    std::vector<std::uint32_t> first_;     // by block: since when lanes may wait at its beginning
};

} // namespace

unsigned branch_stack_depth(const Graph& graph) {
    if (!graph.has_branches() && graph.blocks.back().terminator() == nullptr) {
        return 0;
    }
    return Waiting(graph).deepest();
}

} // namespace jacquard::ir3
