#pragma once

#include <jacquard/ir3/compiler/graph/lifetimes.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <cstdint>
#include <vector>

namespace jacquard::ir3 {

// Places in private memory for values that do not live at the same time. A phi gets the place of
// what it is made from where nothing speaks against it, so that nothing has to be copied.
class PrivateSlots {
  public:
    static constexpr std::uint32_t kNone = ~0U;

    // Gives slots to the values for which `wanted` holds, by Node::index, which must be the
    // position.
    PrivateSlots(Graph& graph, const std::vector<bool>& wanted);

    // kNone where none was wanted.
    [[nodiscard]] std::uint32_t slot_of(const Node& node) const { return slots_[find(node.index)]; }
    [[nodiscard]] std::uint32_t count() const { return count_; }

  private:
    [[nodiscard]] std::uint32_t find(std::uint32_t index) const;
    void merge(std::uint32_t one, std::uint32_t other);
    void lay_out();

    std::vector<std::vector<Lifetime>> lives_;
    std::vector<std::uint32_t> together_with_; // a value that has the same slot
    std::vector<std::uint32_t> slots_;
    std::uint32_t count_ = 0;
};

} // namespace jacquard::ir3
