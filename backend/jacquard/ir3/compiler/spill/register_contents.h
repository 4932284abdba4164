#pragma once

#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/spill/highest_pressure.h>
#include <jacquard/ir3/compiler/spill/live_values.h>

#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// Follows which values are in registers at a place of the program, and chooses which of them have
// to leave for others.
class RegisterContents {
  protected:
    struct State {
        bool is_out = false;        // in memory, or to be made again
        bool is_here = false;       // in a register
        Node* name = nullptr;       // what holds the value here
        std::uint64_t wanted = 0;   // stays at the step with this number
        std::uint64_t lives_on = 0; // behind the edge at the step with this number
        std::uint32_t live_in = 0;  // to the block with this index + 1
        std::uint32_t live_out = 0; // of it
        std::uint32_t place = 0;    // where it was put in `here_`
    };
    RegisterContents(Graph& graph, const RegisterBudget& budget);

    State& state(const LiveValue& value) { return states_[value.node->index]; }
    // Begins with empty registers, and marks what is live at the beginning and at the end of the
    // block.
    void begin(Block& block);
    // Adds a value that is in its register from the beginning.
    void add_if_kept(std::uint32_t index);
    void add(const LiveValue& value, Node* name);
    void remove(const LiveValue& value);
    // By an instruction of the block behind this one, or behind the block.
    [[nodiscard]] bool is_used_later(const LiveValue& value);
    // Values leave registers until there is room for so many more; those of this step stay.
    void make_room(RegisterCount more, const Node* reader);

    const RegisterBudget budget_;
    LiveValues values_;
    const Liveness liveness_;
    std::vector<State> states_; // by value
    Block* block_ = nullptr;
    std::vector<std::uint32_t> here_; // values in registers
    RegisterCount count_;             // of them
    std::uint32_t position_ = 0;
    std::uint64_t step_ = 0;
    bool has_chosen_ = false;
    bool has_failed_ = false;
    bool measures_ = false; // nothing leaves, but what there is is counted
    HighestPressure highest_;

  private:
    const LiveValue* choose(RegisterCount count);
};

} // namespace jacquard::ir3
