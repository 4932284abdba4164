#include <jacquard/support/memory/arena_strip.h>

#include <algorithm>

namespace jacquard {

namespace {

// Pieces are a share of the arena, so that little of it is left over, until gaps between them are
// rare enough.
constexpr std::size_t kShare = 16;
constexpr std::size_t kLeastPiece = 4096;
constexpr std::size_t kMostPiece = std::size_t{2} << 20;

} // namespace

// A large object has memory of its own, so that no piece is given up for it.
void* ArenaStrip::allocate_in_new_piece(std::size_t size) {
    const std::size_t wanted =
        std::clamp(arena_.reserved_bytes() / kShare, kLeastPiece, kMostPiece);
    if (size > wanted / 2) {
        return arena_.allocate(size, kAlignment);
    }
    // The rest of the chunk would be lost if the arena took a new one.
    const std::size_t left = arena_.left(kAlignment);
    const std::size_t piece_size = left < size ? wanted : std::min(left, wanted);
    void* const piece = arena_.allocate(piece_size, kAlignment);
    const auto start = reinterpret_cast<std::uintptr_t>(piece);
    cursor_ = start + size;
    end_ = start + piece_size;
    return piece;
}

} // namespace jacquard
