#pragma once

#include <jacquard/nir/instruction.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir {

// What a walk over a shader knows of the instructions it has met, in the order it met them.
//
// Instruction::index is the place of an instruction's row and must be left alone while the walk
// lasts. Since the row names the instruction, what index was before does not matter: beginning a
// walk takes no sweep, and instructions that it never meets cost nothing.
class VisitedInstructions {
  public:
    struct Row {
        Instruction* instruction;
        std::uint16_t state = 0;  // of the automaton that matches rules
        bool is_examined = false; // by the rules
        bool is_made = false;     // by a rule
    };

    // `expected` rows need no memory to move.
    explicit VisitedInstructions(std::size_t expected) { rows_.reserve(expected); }

    // Null for one that has not been met.
    [[nodiscard]] Row* find(const Instruction& instruction) {
        return instruction.index < rows_.size() &&
                       rows_[instruction.index].instruction == &instruction
                   ? &rows_[instruction.index]
                   : nullptr;
    }
    [[nodiscard]] const Row* find(const Instruction& instruction) const {
        return const_cast<VisitedInstructions*>(this)->find(instruction);
    }

    // The row stays where it is until the next one is added.
    Row& find_or_add(Instruction& instruction) {
        Row* row = find(instruction);
        return row != nullptr ? *row : add(instruction);
    }
    Row& add(Instruction& instruction) {
        instruction.index = static_cast<std::uint32_t>(rows_.size());
        return rows_.emplace_back(Row{&instruction});
    }

    [[nodiscard]] const Row& operator[](std::size_t row) const { return rows_[row]; }

  private:
    std::vector<Row> rows_;
};

} // namespace jacquard::nir
