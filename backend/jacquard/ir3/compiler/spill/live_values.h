#pragma once

#include <jacquard/ir3/compiler/graph/lifetimes.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/spill/register_pressure.h>

#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// Puts views of values where they cost nothing: inputs and what is looked up before the program
// stand first in it, each component of a vector has one split, right behind it, and each collect
// one reader, right behind it. The graph is in SSA form. False where a split has nothing to split.
[[nodiscard]] bool tidy_views(Graph& graph);

// Makes the outputs those that the end of the program reads.
void name_outputs(Graph& graph);

// The spiller's knowledge of the value that a node makes. Splits are values, collects are not: to
// read one is to read its sources. A vector is a value where somebody reads it as a whole.
struct LiveValue {
    Node* node = nullptr; // null: the node makes no value
    std::uint8_t size = 1;
    bool can_leave = false; // its register may be given to others while it is live
    bool is_remade = false; // where it is wanted again, by its instruction, not kept in memory
    std::vector<std::uint32_t> uses; // positions, in order; what phis read is read behind its block
};

// The values of a graph with tidy views, by Node::index, which is given anew.
class LiveValues {
  public:
    explicit LiveValues(Graph& graph);

    [[nodiscard]] LiveValue& operator[](std::uint32_t index) { return values_[index]; }
    [[nodiscard]] const LiveValue& operator[](std::uint32_t index) const { return values_[index]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(values_.size()); }
    // The value that a source reads; null for collects, and for what is none of a register.
    [[nodiscard]] LiveValue* read_by(const Register& source);

    [[nodiscard]] std::uint32_t begin_of(const Block& block) const { return begins_[block.index]; }
    [[nodiscard]] std::uint32_t end_of(const Block& block) const {
        return begins_[block.index + std::size_t{1}];
    }
    // Registers that arrays have at a position.
    [[nodiscard]] RegisterCount arrays_at(std::uint32_t position) const {
        return arrays_at_.empty() ? RegisterCount{} : arrays_at_[position];
    }
    // How far off the next use is, in instructions; what comes behind the end of a loop is further
    // away than all in it.
    [[nodiscard]] std::uint64_t distance(const LiveValue& value, std::uint32_t position) const;

  private:
    static constexpr std::uint32_t kNoLoop = ~0U;

    struct Loop {
        Lifetime life;
        std::uint32_t outer = kNoLoop; // the next one around; others that end before may be between
        std::uint32_t depth = 1;
    };

    void nest_loops(PoolVector<Lifetime> loops);
    [[nodiscard]] std::uint32_t depth_at(std::uint32_t position) const {
        return innermost_[position] == kNoLoop ? 0 : loops_[innermost_[position]].depth;
    }
    void find_uses(const Graph& graph);
    void count_arrays(const Graph& graph);
    void find_makers(Graph& graph);

    std::vector<LiveValue> values_;
    std::vector<std::uint32_t> begins_; // of blocks, and the end of the last
    std::vector<Loop> loops_;
    std::vector<std::uint32_t> innermost_; // of the loops around each position
    std::vector<RegisterCount> arrays_at_; // by position; none where there are no arrays
};

} // namespace jacquard::ir3
