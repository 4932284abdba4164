#pragma once

#include <jacquard/nir/ir/instruction.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir {

// A pass keeps its facts about the dereferences that it has met here.
//
// Instruction::index of a dereference says where its entry is kept, so nobody else may number the
// instructions meanwhile. Since the row names the dereference, what index was before does not
// matter: beginning takes no sweep, and it costs the same however many values there are.
template <typename T>
class PerDeref {
  public:
    struct Row {
        DerefInstruction* deref = nullptr;
        T entry{};
    };

    // Null for a value that was not met, or comes from anything else.
    [[nodiscard]] const T* find(const SsaDef& value) const {
        const std::size_t row = value.instruction->index;
        return row < rows_.size() && rows_[row].deref == value.instruction ? &rows_[row].entry
                                                                           : nullptr;
    }
    // Made when first asked for; it stays where it is until the next one is made.
    T& operator[](DerefInstruction& deref) {
        if (const T* known = find(deref.value)) {
            return *const_cast<T*>(known);
        }
        if (rows_.empty()) {
            rows_.reserve(kFirstRows);
        }
        Instruction& numbered = deref; // which has another index, too
        numbered.index = static_cast<std::uint32_t>(rows_.size());
        rows_.emplace_back().deref = &deref;
        return rows_.back().entry;
    }
    // In the order they were met.
    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

  private:
    // Most shaders have fewer dereferences, and need no memory more than once.
    static constexpr std::size_t kFirstRows = 64;

    std::vector<Row> rows_;
};

} // namespace jacquard::nir
