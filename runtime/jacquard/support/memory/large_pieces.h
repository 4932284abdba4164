#pragma once

#include <cstddef>

namespace jacquard {

// Large pieces of memory that are free. Neighbours become one piece again, so that lists which grow
// leave room for the next one, which is larger than any of theirs. Time is the number of pieces: of
// such size there are never many.
class LargePieces {
  public:
    // Sizes are whole numbers of it.
    static constexpr std::size_t kUnit = 1024;

    // From where they lie lowest; null where none is large enough. What is left of it stays.
    [[nodiscard]] void* take(std::size_t size);
    // Adds a piece. If addresses are checked, any access to it is a fault from now on.
    void add(void* memory, std::size_t size);

  private:
    // Stands at the beginning of each.
    struct Piece {
        Piece* next;
        std::size_t size;
    };
    static std::byte* end_of(Piece* piece) {
        return reinterpret_cast<std::byte*>(piece) + piece->size;
    }

    Piece* first_ = nullptr; // in the order of their addresses
};

} // namespace jacquard
