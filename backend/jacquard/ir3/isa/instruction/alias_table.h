#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/ir3/isa/instruction/effects.h>

#include <array>
#include <cstdint>
#include <span>

namespace jacquard::ir3 {

// Registers can stand for other operands in the next texture instruction (`alias.tex`). The table
// is a state of the machine, which that instruction empties. Whole and half registers have entries
// of their own.
class AliasTable {
  public:
    static constexpr unsigned kMaxEntries = 16;
    struct Entry {
        std::uint16_t number = 0;
        bool half = false;
        AliasReading reading{};
        Operand source;
    };

    // Whether the instruction makes an entry of this table.
    [[nodiscard]] static bool is_entry(const Instruction& instruction, Revision revision);
    // Whether it reads by the table and empties it.
    [[nodiscard]] static bool is_reader(const Instruction& instruction, Revision revision);

    // The first entry says how many come behind it. False where that leaves no room for this one,
    // which is not entered then, or where a later one says a number, too.
    bool add(const Instruction& alias);
    void clear();

    [[nodiscard]] bool empty() const { return num_entries_ == 0; }
    // Whether as many entries are there as the first one said.
    [[nodiscard]] bool complete() const { return num_entries_ == expected_; }
    [[nodiscard]] std::span<const Entry> entries() const { return {entries_.data(), num_entries_}; }
    [[nodiscard]] unsigned num_expected() const { return expected_; }

    // Returns the alias of a register; null if it has none.
    [[nodiscard]] const Operand* find(unsigned number, bool half) const;

    // Returns the effects of a texture instruction whose sources are aliases: the registers that
    // are named here are not read, but the operands that they stand for are.
    [[nodiscard]] Effects replace_sources(const Effects& effects) const;

  private:
    std::uint8_t num_entries_ = 0;
    std::uint8_t expected_ = 0;
    std::array<Entry, kMaxEntries> entries_;
};

} // namespace jacquard::ir3
