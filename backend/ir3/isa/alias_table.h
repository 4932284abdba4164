#pragma once

#include <jacquard/ir3/instruction.h>
#include <jacquard/ir3/isa/effects.h>

#include <array>
#include <cstdint>
#include <span>

namespace jacquard::ir3 {

// What registers stand for in the next texture instruction (`alias.tex`): a state of the machine,
// which that instruction empties. Whole and half registers have entries of their own.
class AliasTable {
  public:
    static constexpr unsigned kMaxEntries = 16;

    // Whether the instruction makes an entry of this table.
    [[nodiscard]] static bool is_entry(const Instruction& instruction, Revision revision);

    // The first entry says how many come behind it. False where there is no room, or where the
    // number says that the table ends before or does not begin here.
    bool add(const Instruction& alias);
    void clear();

    [[nodiscard]] bool empty() const { return num_entries_ == 0; }
    // Whether as many entries are there as the first one said.
    [[nodiscard]] bool complete() const { return num_entries_ == expected_; }

    // What stands for a register; null: itself.
    [[nodiscard]] const Operand* find(unsigned number, bool half) const;

    // What a texture instruction does to registers where these stand for its sources: those that
    // are named here are not read, but what stands for them is.
    [[nodiscard]] Effects replace_sources(const Effects& effects) const;

  private:
    struct Entry {
        std::uint16_t number = 0;
        bool half = false;
        Operand source;
    };

    std::uint8_t num_entries_ = 0;
    std::uint8_t expected_ = 0;
    std::array<Entry, kMaxEntries> entries_;
};

} // namespace jacquard::ir3
