#pragma once

#include <jacquard/ir3/check/checked_code.h>
#include <jacquard/ir3/check/program_flow.h>
#include <jacquard/ir3/isa/instruction/register_units.h>
#include <jacquard/ir3/program.h>

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

using UnitSet = std::bitset<kNumRegisterUnits>;

// Calls visit(unit) for each unit of the register file that an effect is on.
template <typename Visit>
void for_each_unit(const RegisterEffect& effect, bool merged_registers, Visit&& visit) {
    using Kind = RegisterEffect::Kind;
    if (effect.kind != Kind::registers && effect.kind != Kind::relative_registers) {
        return;
    }
    for (unsigned i = 0; i < effect.count; ++i) {
        const auto number = static_cast<unsigned>(effect.number) + i;
        if (number >= kNumRegisterNumbers) {
            return;
        }
        const UnitRange range = register_units(number, effect.half, merged_registers);
        for (unsigned unit = range.first; unit < range.first + range.count; ++unit) {
            visit(unit);
        }
    }
}

// Which units of the register file hold something that is still to be read, at each word.
class UnitLiveness {
  public:
    // All must outlive the object. Of programs whose loops take too long to follow it is what is
    // found by then.
    UnitLiveness(const Program& program, const CheckedCode& code,
                 std::span<const FlowBlock> blocks);

    // Calls visit(word, before, behind) for the words of a block, the last one first.
    template <typename Visit>
    void for_each_word(const FlowBlock& block, Visit&& visit) const {
        UnitSet live = exit_of(block);
        for (std::uint32_t at = block.end; at-- > block.first;) {
            const UnitSet behind = step_back(at, live);
            visit(at, live, behind);
        }
    }

    // The registers, in vec4, of the file that decides how many waves run at a time.
    [[nodiscard]] double vec4_of(const UnitSet& units) const;

  private:
    [[nodiscard]] UnitSet exit_of(const FlowBlock& block) const;
    // From behind a word to before it. What lives behind it or is written by it.
    [[nodiscard]] UnitSet step_back(std::uint32_t index, UnitSet& live) const;

    const Program& program_;
    const CheckedCode& code_;
    const bool merged_;
    std::vector<UnitSet> entries_; // by block
};

} // namespace jacquard::ir3
