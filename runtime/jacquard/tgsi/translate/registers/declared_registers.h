#pragma once

#include <jacquard/tgsi/program.h>

#include <cstdint>
#include <vector>

namespace jacquard::tgsi {

// Finds the declaration of a register in little time.
class DeclaredRegisters {
  public:
    explicit DeclaredRegisters(const Program& program);

    // Null where there is none. `dimension` is a buffer's number in files that have them.
    [[nodiscard]] const Declaration* find(RegisterFile file, std::int32_t index,
                                          std::int32_t dimension = 0) const;
    // The first declaration of an array of registers; null where there is none.
    [[nodiscard]] const Declaration* find_array(RegisterFile file, std::uint16_t array_id) const;

  private:
    // Both by file first; what is alike otherwise is in the order of the program.
    std::vector<const Declaration*> by_number_;
    std::vector<const Declaration*> by_array_;
};

} // namespace jacquard::tgsi
